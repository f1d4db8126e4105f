package io.millrace.client.worker;

import io.millrace.client.api.ReportsApi;
import io.millrace.client.error.ConflictException;
import io.millrace.client.error.MillraceException;
import io.millrace.client.error.ProblemException;
import io.millrace.client.model.ReportModel.FinishReport;
import io.millrace.client.model.ReportModel.LogReport;
import io.millrace.client.model.ReportModel.ProgressReport;
import io.millrace.client.transport.RetryBackoff;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Sends what an attempt has to report. Lines may come twice if an answer is lost. */
final class AttemptReporter {
  private static final System.Logger LOG = System.getLogger(AttemptReporter.class.getName());

  private final ReportsApi reports;
  private final AttemptTable table;
  private final RetryBackoff backoff;
  private final WorkerPause pause;

  AttemptReporter(ReportsApi reports, AttemptTable table, RetryBackoff backoff, WorkerPause pause) {
    this.reports = reports;
    this.table = table;
    this.backoff = backoff;
    this.pause = pause;
  }

  /** Sends some of what waits; whether more waits. A failure is for the next time. */
  boolean sendSome(WorkerAttempt attempt) {
    if (!attempt.sending.tryLock()) {
      return false;
    }
    try {
      sendProgress(attempt);
      sendLines(attempt);
      return !attempt.log.isEmpty();
    } catch (MillraceException fault) {
      isOver(attempt, fault);
      return false;
    } finally {
      attempt.sending.unlock();
    }
  }

  private void sendProgress(WorkerAttempt attempt) {
    ProgressReport progress = attempt.takeProgress();
    if (progress == null) {
      return;
    }
    try {
      reports.reportProgress(attempt.task.taskId(), progress);
    } catch (MillraceException fault) {
      attempt.putBack(progress);
      throw fault;
    }
  }

  private void sendLines(WorkerAttempt attempt) {
    if (attempt.unacknowledged.isEmpty()) {
      attempt.unacknowledged = attempt.log.take();
    }
    if (!attempt.unacknowledged.isEmpty()) {
      reports.reportLog(
          attempt.task.taskId(), new LogReport(attempt.uid(), attempt.unacknowledged));
      attempt.unacknowledged = List.of();
    }
  }

  /** Sends all lines and then how it ended, until there is an answer. */
  void finish(WorkerAttempt attempt, FinishReport report) {
    attempt.sending.lock();
    try {
      while (!attempt.unacknowledged.isEmpty() || !attempt.log.isEmpty()) {
        if (!untilAnswered(attempt, () -> sendLines(attempt))) {
          return;
        }
      }
      untilAnswered(attempt, () -> reports.finishTask(attempt.task.taskId(), report));
    } finally {
      attempt.sending.unlock();
    }
  }

  /** Says once that it failed, whatever its handler does now. */
  void cutOff(WorkerAttempt attempt, FinishReport report) {
    try {
      reports.finishTask(attempt.task.taskId(), report);
    } catch (MillraceException away) {
      LOG.log(
          Level.WARNING,
          "The server does not know the outcome of {0}: {1}",
          attempt.task.taskId(),
          away);
    }
  }

  /** Repeats it while the server is away; whether the attempt is still this worker's own. */
  private boolean untilAnswered(WorkerAttempt attempt, Runnable report) {
    for (int failures = 1; !attempt.isStopped() && !pause.isEnded(); failures++) {
      try {
        report.run();
        return true;
      } catch (MillraceException fault) {
        if (isOver(attempt, fault)) {
          return false;
        }
        Duration retryAfter = fault instanceof ProblemException busy ? busy.retryAfter() : null;
        pause.sleep(backoff.delay(failures, ThreadLocalRandom.current().nextDouble(), retryAfter));
      }
    }
    return false;
  }

  /** A refusal ends the attempt for this worker; anything else is tried again. */
  private boolean isOver(WorkerAttempt attempt, MillraceException fault) {
    if (!(fault instanceof ProblemException refused) || isBusy(refused)) {
      return false;
    }
    if (!(refused instanceof ConflictException)) {
      LOG.log(Level.WARNING, "A report on {0} was refused: {1}", attempt.task.taskId(), refused);
    }
    table.stop(attempt);
    return true;
  }

  static boolean isBusy(ProblemException problem) {
    return problem.status() >= 500 || problem.status() == 429 || problem.status() == 408;
  }
}
