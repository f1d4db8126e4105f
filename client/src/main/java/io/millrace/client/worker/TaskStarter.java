package io.millrace.client.worker;

import io.millrace.client.model.WorkerModel.ClaimedTask;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

/** Runs each task that was claimed on a thread of its own. */
final class TaskStarter implements Predicate<ClaimedTask> {
  private static final System.Logger LOG = System.getLogger(TaskStarter.class.getName());

  private final WorkerSettings settings;
  private final AttemptTable table;
  private final AttemptReporter reporter;
  private final ThreadFactory threads;

  TaskStarter(
      WorkerSettings settings,
      AttemptTable table,
      AttemptReporter reporter,
      ThreadFactory threads) {
    this.settings = settings;
    this.table = table;
    this.reporter = reporter;
    this.threads = threads;
  }

  /**
   * False if this machine has no thread for it now. Then it is a failure at once: its slot is free,
   * and its retry may run elsewhere.
   */
  @Override
  public boolean test(ClaimedTask task) {
    WorkerAttempt attempt = new WorkerAttempt(task, settings.logLimits(), Clock.systemUTC());
    if (!table.add(attempt)) {
      return true;
    }
    try {
      Thread thread =
          threads.newThread(
              new HandlerRunner(
                  attempt,
                  settings.handlers().get(task.queue()),
                  settings.captureOutput(),
                  table,
                  reporter));
      thread.setName("millrace-task-" + task.taskId());
      thread.setDaemon(true);
      thread.start();
      return true;
    } catch (OutOfMemoryError noThread) {
      LOG.log(Level.ERROR, "The task " + task.taskId() + " cannot be started", noThread);
      String message = "The worker could not start a thread: " + noThread.getMessage();
      reporter.cutOff(attempt, HandlerOutcome.failure(attempt.uid(), message));
      table.remove(attempt);
      return false;
    }
  }
}
