package io.millrace.engine.external;

import io.millrace.engine.clock.Backoff;
import java.time.Duration;
import java.time.Instant;

/**
 * The number of failures of a callback, and the time of its next try.
 *
 * @param at the time of the next try
 */
record RetryState(int failures, Instant at) {
  private static final Backoff DELAYS =
      Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(60));

  static final RetryState FIRST = new RetryState(0, Instant.MIN);

  RetryState failed(Instant now) {
    return new RetryState(failures + 1, now.plus(DELAYS.delayAfter(failures + 1)));
  }

  boolean isDue(Instant now) {
    return !now.isBefore(at);
  }
}
