package io.millrace.engine.trigger;

import io.millrace.engine.task.Reason;
import java.time.Instant;

/**
 * A logical time of a trigger that is being fired.
 *
 * @param reason TRIGGER, or CATCH_UP
 */
record Fire(LiveTrigger of, Instant time, Reason reason) {

  boolean isCatchUp() {
    return reason == Reason.CATCH_UP;
  }

  /** Whether it is still to be fired: not if its trigger is gone or paused, or knows better. */
  boolean isWanted() {
    return of.isActive() && (isCatchUp() || of.isOpen(time));
  }

  Instant due() {
    return of.trigger().dueAt(time);
  }
}
