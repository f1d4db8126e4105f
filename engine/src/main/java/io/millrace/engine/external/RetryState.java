package io.millrace.engine.external;

import java.time.Duration;
import java.time.Instant;

/**
 * The number of failures of a callback, and the time of its next try.
 *
 * @param at the time of the next try
 */
record RetryState(int failures, Instant at) {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  static final RetryState FIRST = new RetryState(0, Instant.MIN);

  /** The pause is a second after the first failure and doubles each time, up to a minute. */
  RetryState failed(Instant now) {
    Duration delay = Duration.ofSeconds(1L << Math.min(failures, 6));
    return new RetryState(failures + 1, now.plus(delay.compareTo(LONGEST) < 0 ? delay : LONGEST));
  }

  boolean isDue(Instant now) {
    return !now.isBefore(at);
  }
}
