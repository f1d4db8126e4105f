package io.millrace.engine.node;

import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.SentLines;
import io.millrace.engine.task.Status;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What whoever runs a task says of it on the way. */
public final class Reports {
  private final AsyncSql sql;
  private final TaskStore store;
  private final SentLines sent;

  Reports(AsyncSql sql, TaskStore store, SentLines sent) {
    this.sql = sql;
    this.store = store;
    this.sent = sent;
  }

  /**
   * How far it is; what is null stays as it was. False if it does not run, and nothing was noted.
   */
  public CompletionStage<Boolean> progress(Task task, Integer percent, String userFriendlyStatus) {
    return sql.run(() -> store.progress(task.id().attemptUid(), percent, userFriendlyStatus));
  }

  /** Adds to its log, and answers when all can be read; false if it does not run. */
  public CompletionStage<Boolean> log(Task task, List<LogLine> lines) {
    return task.status() == Status.RUNNING
        ? sent.append(task.id().attemptUid(), lines).thenApply(done -> true)
        : CompletableFuture.completedFuture(false);
  }
}
