package io.millrace.engine.token;

import java.time.Instant;

/**
 * A retry that waits for its time.
 *
 * @param urgency of the run that it belongs to
 * @param no of the last attempt
 */
public record BookedRetry(Urgency urgency, int no, Instant at) {

  /** The same run, with its retry at another time. */
  Activation activation(Instant retryAt) {
    return new Activation(urgency, no, null, retryAt, null);
  }
}
