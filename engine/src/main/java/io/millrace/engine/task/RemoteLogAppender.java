package io.millrace.engine.task;

import io.millrace.engine.sql.AsyncSql;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Stores log lines that a remote worker or caller sends for its task. Any node accepts them; the
 * API limits how many are in flight.
 *
 * @param most the number of lines kept of one task
 */
public record RemoteLogAppender(LogStore store, AsyncSql sql, int most) {

  /** Appends the lines in order. Completes when they are stored. */
  public CompletionStage<Void> append(UUID task, List<LogLine> lines) {
    if (lines.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return sql.run(
        () -> {
          store.appendNext(task, lines, most);
          return null;
        });
  }
}
