package io.millrace.client.worker;

import java.time.Duration;

/** Sends lines and progress of running attempts, so that handlers never wait for the server. */
final class ReportLoop implements Runnable {
  private static final Duration INTERVAL = Duration.ofMillis(250);

  private final AttemptTable table;
  private final AttemptReporter reporter;
  private final WorkerPause pause;

  ReportLoop(AttemptTable table, AttemptReporter reporter, WorkerPause pause) {
    this.table = table;
    this.reporter = reporter;
    this.pause = pause;
  }

  @Override
  public void run() {
    while (!pause.isEnded()) {
      boolean more = false;
      for (WorkerAttempt attempt : table.own()) {
        more |= reporter.sendSome(attempt);
      }
      if (!more) {
        pause.sleep(INTERVAL);
      }
    }
  }
}
