package io.millrace.engine.token;

import io.millrace.engine.policy.Attempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run of a token's step that has not ended: an open attempt, or a booked retry.
 *
 * @param no the number of the current or last attempt
 * @param attempt absent while a retry is booked
 * @param at when the retry is due, or the worst case if the attempt never reports; absent if
 *     nothing follows
 * @param interrupted the retry that was booked when a person ran the step. It is restored unless
 *     the attempt succeeds. Absent if there is none
 */
public record Activation(
    Urgency urgency,
    int no,
    @Nullable Attempt attempt,
    @Nullable Instant at,
    @Nullable BookedRetry interrupted) {

  Activation withAt(@Nullable Instant next) {
    return new Activation(urgency, no, attempt, next, interrupted);
  }

  /** The retry that a run by hand interrupts; absent while an attempt is open. */
  @Nullable BookedRetry bookedRetry() {
    return attempt == null && at != null ? new BookedRetry(urgency, no, at) : null;
  }
}
