package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.MinutePages.Cursor;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;

/**
 * How far a minute has come.
 *
 * @param after everything up to here was answered
 * @param tally what became of it
 * @param tries how often the next page was asked and only some of it answered
 */
record MinuteRun(Instant minute, TaskReason reason, Cursor after, MinuteTally tally, int tries) {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** What is run while it is the current minute is the plan; later, it catches up. */
  static MinuteRun begin(Instant minute, Instant now) {
    boolean current = now.isBefore(minute.plus(MINUTE));
    return new MinuteRun(
        minute,
        current ? TaskReason.PLAN : TaskReason.CATCH_UP,
        Cursor.START,
        MinuteTally.NOTHING,
        0);
  }

  MinuteRun reached(Cursor cursor, MinuteTally more) {
    return new MinuteRun(minute, reason, cursor, tally.plus(more), 0);
  }

  MinuteRun triedOnceMore() {
    return new MinuteRun(minute, reason, after, tally, tries + 1);
  }
}
