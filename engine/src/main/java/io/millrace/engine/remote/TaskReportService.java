package io.millrace.engine.remote;

import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RemoteLogAppender;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.SecretMask;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Handles the reports of workers about their tasks. It hides the secrets of the task in them. */
public final class TaskReportService {
  private final TaskService tasks;
  private final AsyncSql sql;
  private final TaskStore store;
  private final RemoteLogAppender logAppender;
  private final Function<Task, CompletionStage<SecretMask>> masks;

  public TaskReportService(
      TaskService tasks,
      AsyncSql sql,
      TaskStore store,
      RemoteLogAppender logAppender,
      Function<Task, CompletionStage<SecretMask>> masks) {
    this.tasks = tasks;
    this.sql = sql;
    this.store = store;
    this.logAppender = logAppender;
    this.masks = masks;
  }

  /** Ends an attempt. Returns false if it is not the current one, and nothing was changed. */
  public CompletionStage<Boolean> end(Task task, Outcome outcome) {
    return masks.apply(task).thenCompose(mask -> tasks.end(task, mask.hide(outcome)));
  }

  /** Saves progress; an absent value stays unchanged. Returns false if the task is not running. */
  public CompletionStage<Boolean> progress(
      Task task, @Nullable Integer percent, @Nullable String userFriendlyStatus) {
    return masks
        .apply(task)
        .thenApply(mask -> userFriendlyStatus == null ? null : mask.hide(userFriendlyStatus))
        .thenCompose(
            status -> sql.run(() -> store.saveProgress(task.id().attemptUid(), percent, status)));
  }

  /** Adds to the log, and completes when all can be read. Returns false if it is not running. */
  public CompletionStage<Boolean> log(Task task, List<LogLine> lines) {
    return task.status() == TaskStatus.RUNNING
        ? masks
            .apply(task)
            .thenCompose(
                mask -> logAppender.append(task.id().attemptUid(), hideSecrets(mask, lines)))
            .thenApply(done -> true)
        : CompletableFuture.completedFuture(false);
  }

  private static List<LogLine> hideSecrets(SecretMask mask, List<LogLine> lines) {
    return lines.stream()
        .map(line -> new LogLine(line.time(), line.level(), mask.hide(line.message())))
        .toList();
  }
}
