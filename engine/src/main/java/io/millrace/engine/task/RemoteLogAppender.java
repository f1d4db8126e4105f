package io.millrace.engine.task;

import io.millrace.engine.sql.AsyncSql;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Lines of a task that does not run on this node, sent by whoever runs it. Any node takes them; how
 * many are on their way is bounded where they come in.
 *
 * @param most lines of one task that are kept
 */
public record RemoteLogAppender(LogStore store, AsyncSql sql, int most) {

  /** Completes when they are stored, behind those that the task has, and in their order. */
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
