package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.MinutePages.Cursor;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;

/**
 * The progress of a minute.
 *
 * @param after everything up to this position was answered
 * @param tally the counts so far
 * @param tries how often the next page was asked without an answer from everyone
 */
record MinuteRun(Instant minute, TaskReason reason, Cursor after, MinuteTally tally, int tries) {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Starts the minute. A minute that runs on time is the plan; a later one is a catch-up. */
  static MinuteRun begin(Instant minute, Instant now) {
    return new MinuteRun(minute, reason(minute, now), Cursor.START, MinuteTally.NOTHING, 0);
  }

  static TaskReason reason(Instant minute, Instant now) {
    return now.isBefore(minute.plus(MINUTE)) ? TaskReason.PLAN : TaskReason.CATCH_UP;
  }

  MinuteRun reached(Cursor cursor, MinuteTally more) {
    return new MinuteRun(minute, reason, cursor, tally.plus(more), 0);
  }

  MinuteRun triedOnceMore() {
    return new MinuteRun(minute, reason, after, tally, tries + 1);
  }
}
