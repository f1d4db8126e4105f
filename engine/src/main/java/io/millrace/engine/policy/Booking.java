package io.millrace.engine.policy;

import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The next refresh that is booked.
 *
 * @param at absent if none is booked
 * @param reason RETRY or SCHEDULE
 */
public record Booking(@Nullable Instant at, TaskReason reason) {
  public static final Booking NONE = planned(null);

  public static Booking planned(@Nullable Instant at) {
    return new Booking(at, TaskReason.SCHEDULE);
  }

  public static Booking retry(Instant at) {
    return new Booking(at, TaskReason.RETRY);
  }

  public boolean isDue(Instant now) {
    return at != null && !now.isBefore(at);
  }
}
