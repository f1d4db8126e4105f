package io.millrace.engine.trigger;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A logical time of a trigger that is being fired.
 *
 * @param reason TRIGGER, or CATCH_UP
 */
record Fire(LiveTrigger of, Instant time, TaskReason reason) {

  boolean isCatchUp() {
    return reason == TaskReason.CATCH_UP;
  }

  /**
   * Returns whether it should still fire: not if its trigger is gone or paused, or took it back.
   */
  boolean isWanted() {
    return of.isActive() && (isCatchUp() || of.isOpen(time));
  }

  /** Returns its place among the fires of its trigger. In random mode, fires in time have none. */
  @Nullable TaskOrder order() {
    CatchUpMode mode = of.trigger().catchUp();
    if (mode == CatchUpMode.RANDOM && !isCatchUp()) {
      return null;
    }
    TriggerId id = of.id();
    long seed = id.job() ^ id.name().hashCode();
    return new TaskOrder(id.job() + "/" + id.name(), CatchUpSelection.place(time, mode, seed));
  }

  Instant due() {
    return of.trigger().dueAt(time);
  }
}
