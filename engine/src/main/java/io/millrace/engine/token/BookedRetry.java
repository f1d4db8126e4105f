package io.millrace.engine.token;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A retry that waits for its time.
 *
 * @param urgency of its run
 * @param no the number of the last attempt
 */
public record BookedRetry(Urgency urgency, int no, Instant at) {

  /** Its run, with the retry at another time. */
  Activation activation(@Nullable Instant retryAt) {
    return new Activation(urgency, no, null, retryAt, null);
  }
}
