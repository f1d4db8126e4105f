package io.millrace.client.worker;

import io.millrace.client.model.ReportModel.FinishReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/** Runs the handler of one attempt, and reports how it ended. */
final class HandlerRunner implements Runnable {
  private final WorkerAttempt attempt;
  private final @Nullable TaskHandler handler;
  private final boolean captureOutput;
  private final AttemptTable table;
  private final AttemptReporter reporter;

  /**
   * @param handler absent if the queue of the task has none
   */
  HandlerRunner(
      WorkerAttempt attempt,
      @Nullable TaskHandler handler,
      boolean captureOutput,
      AttemptTable table,
      AttemptReporter reporter) {
    this.attempt = attempt;
    this.handler = handler;
    this.captureOutput = captureOutput;
    this.table = table;
    this.reporter = reporter;
  }

  @Override
  public void run() {
    try {
      FinishReport report;
      attempt.enterHandler(Thread.currentThread());
      try {
        report = captureOutput ? OutputCapture.capturing(attempt, this::handle) : handle();
      } finally {
        attempt.leaveHandler();
      }
      if (!attempt.isStopped()) {
        reporter.finish(attempt, report);
      }
    } finally {
      table.remove(attempt);
    }
  }

  /** Whatever a handler throws, even an error of the JVM, is a failure of its task alone. */
  private FinishReport handle() {
    try {
      return handler == null
          ? HandlerOutcome.failure(
              attempt.uid(), "The worker has no handler for the queue " + attempt.task.queue())
          : HandlerOutcome.success(attempt.uid(), handler.handle(new WorkerTask(attempt)));
    } catch (Throwable fault) {
      if (!attempt.isStopped() && !(fault instanceof TaskFailedException)) {
        trace(fault);
      }
      return HandlerOutcome.failure(attempt.uid(), fault);
    }
  }

  private void trace(Throwable fault) {
    StringWriter text = new StringWriter();
    fault.printStackTrace(new PrintWriter(text));
    text.toString().lines().limit(100).forEach(line -> attempt.print("error", line));
  }
}
