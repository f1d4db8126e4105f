package io.millrace.engine.policy;

import io.millrace.engine.task.Reason;
import java.time.Instant;

/**
 * The next refresh.
 *
 * @param at null if there is none
 * @param reason why then: RETRY or SCHEDULE
 */
public record Booking(Instant at, Reason reason) {
  public static final Booking NONE = planned(null);

  public static Booking planned(Instant at) {
    return new Booking(at, Reason.SCHEDULE);
  }

  public static Booking retry(Instant at) {
    return new Booking(at, Reason.RETRY);
  }

  public boolean isDue(Instant now) {
    return at != null && !now.isBefore(at);
  }
}
