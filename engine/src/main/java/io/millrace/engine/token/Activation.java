package io.millrace.engine.token;

import java.time.Instant;

/**
 * A run of a token's step that has not come to its end: an attempt, or a retry that is booked.
 *
 * @param no of the current or last attempt
 * @param attempt null while a retry is booked
 * @param at when the retry is due, or what follows should nothing be heard of the attempt; null if
 *     nothing does
 * @param interrupted the retry that was booked when a person ran the step: it stands again unless
 *     the attempt succeeds. Null if there is none
 */
public record Activation(
    Urgency urgency, int no, TokenAttempt attempt, Instant at, BookedRetry interrupted) {

  /** The retry that a run by hand comes before; null while an attempt is open. */
  BookedRetry bookedRetry() {
    return attempt == null ? new BookedRetry(urgency, no, at) : null;
  }
}
