package io.millrace.engine.node;

import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.Status;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskLog;
import io.millrace.engine.task.TaskStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What whoever runs a task says of it on the way. */
public final class Reports {
  private final AsyncSql sql;
  private final TaskStore store;
  private final LogWriter logs;

  Reports(AsyncSql sql, TaskStore store, LogWriter logs) {
    this.sql = sql;
    this.store = store;
    this.logs = logs;
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
        ? append(task, lines).thenApply(done -> true)
        : CompletableFuture.completedFuture(false);
  }

  private CompletionStage<Void> append(Task task, List<LogLine> lines) {
    return sql.run(
            () -> {
              TaskLog log = logs.open(task.id().attemptUid());
              lines.forEach(log);
              return log;
            })
        .thenCompose(TaskLog::end);
  }
}
