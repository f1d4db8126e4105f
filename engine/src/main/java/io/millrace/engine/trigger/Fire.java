package io.millrace.engine.trigger;

import io.millrace.engine.job.CatchUp;
import io.millrace.engine.task.Reason;
import io.millrace.engine.task.TaskOrder;
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

  /** Where it stands among the fires of its trigger; those in time are in no random order. */
  TaskOrder order() {
    CatchUp mode = of.trigger().catchUp();
    if (mode == CatchUp.RANDOM && !isCatchUp()) {
      return null;
    }
    TriggerId id = of.id();
    long seed = id.job() ^ id.name().hashCode();
    return new TaskOrder(id.job() + "/" + id.name(), CatchUpPlan.place(time, mode, seed));
  }

  Instant due() {
    return of.trigger().dueAt(time);
  }
}
