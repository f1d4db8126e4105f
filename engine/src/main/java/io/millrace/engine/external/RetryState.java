package io.millrace.engine.external;

import java.time.Duration;
import java.time.Instant;

/**
 * How often a callback failed, and when it is made again.
 *
 * @param at when it is made
 */
record RetryState(int failures, Instant at) {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  static final RetryState FIRST = new RetryState(0, Instant.MIN);

  /** A second after the first failure, then twice as long each time, up to a minute. */
  RetryState failed(Instant now) {
    Duration delay = Duration.ofSeconds(1L << Math.min(failures, 6));
    return new RetryState(failures + 1, now.plus(delay.compareTo(LONGEST) < 0 ? delay : LONGEST));
  }

  boolean isDue(Instant now) {
    return !now.isBefore(at);
  }
}
