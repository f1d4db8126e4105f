package io.millrace.engine.trigger;

import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import io.millrace.engine.trigger.PendingChanges.PendingTrigger;
import io.millrace.engine.trigger.TriggerChanges.MissedFiresRow;
import org.slf4j.Logger;

/** What the processor tells operators: never more than a few lines a second. */
final class TriggerLog {
  private static final int MOST_MISSED = 20;

  private final Logger log;
  private final TriggerSettings settings;
  private int failures;
  private Fire failed;
  private Throwable fault;
  private int missed;

  TriggerLog(Logger log, TriggerSettings settings) {
    this.log = log;
    this.settings = settings;
  }

  /** It is sent again. */
  void failed(Fire fire, Throwable fault) {
    failures++;
    this.failed = fire;
    this.fault = fault;
  }

  /** What is stored as missed, as far as it is news. */
  void missed(ChangeBatch batch) {
    for (PendingTrigger part : batch.parts()) {
      for (MissedFiresRow fires : part.missed) {
        if (fires.told() != null && ++missed <= MOST_MISSED) {
          log.warn(MissedFiresNotice.text(part.of, fires.missed(), settings));
        }
      }
    }
  }

  /** Once a second: what there was too much of to be told one by one. */
  void flush() {
    if (failures > 0) {
      log.warn(
          "{} fires were not acknowledged and are sent again, {} of {} last: {}",
          failures,
          failed.time(),
          failed.of().name(),
          fault.toString());
    }
    if (missed > MOST_MISSED) {
      log.warn(
          "{} more triggers missed fires; GET /notifications?kind=fires-missed lists them",
          missed - MOST_MISSED);
    }
    failures = 0;
    missed = 0;
  }
}
