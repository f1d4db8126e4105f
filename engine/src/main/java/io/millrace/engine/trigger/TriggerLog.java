package io.millrace.engine.trigger;

import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import io.millrace.engine.trigger.PendingChanges.PendingTrigger;
import io.millrace.engine.trigger.TriggerChanges.MissedFiresRow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The log lines of the processor: never more than a few a second. */
final class TriggerLog {
  private static final int MAX_MISSED_LINES = 20;

  private final Logger log;
  private final TriggerSettings settings;
  private int failures;
  private @Nullable Fire failed;
  private @Nullable Throwable fault;
  private int missed;

  TriggerLog(Logger log, TriggerSettings settings) {
    this.log = log;
    this.settings = settings;
  }

  /** A fire failed. It is sent again. */
  void failed(Fire fire, Throwable fault) {
    failures++;
    this.failed = fire;
    this.fault = fault;
  }

  /** Logs the missed fires of a batch, except the ones that nobody needs to know. */
  void missed(ChangeBatch batch) {
    for (PendingTrigger part : batch.parts()) {
      for (MissedFiresRow fires : part.missed) {
        if (fires.told() != null && ++missed <= MAX_MISSED_LINES) {
          log.warn(MissedFiresNotice.text(part.of, fires.missed(), settings));
        }
      }
    }
  }

  /** Once a second: sums up events that are too many for one line each. */
  void flush() {
    if (failed != null && failures > 0) {
      log.warn(
          "{} fires were not acknowledged and are sent again; the last one is {} of {}",
          failures,
          failed.time(),
          failed.of().name(),
          fault);
    }
    if (missed > MAX_MISSED_LINES) {
      log.warn(
          "{} more triggers missed fires. GET /notifications?kind=fires-missed lists them",
          missed - MAX_MISSED_LINES);
    }
    failures = 0;
    missed = 0;
  }
}
