package io.millrace.client.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long to wait before trying again: twice as long each time, with jitter, so that many clients
 * do not come back at the same moment.
 *
 * @param first the longest first wait
 * @param most the longest wait
 */
public record RetryBackoff(Duration first, Duration most) {
  public static final RetryBackoff DEFAULT =
      new RetryBackoff(Duration.ofMillis(500), Duration.ofSeconds(30));

  public RetryBackoff {
    if (first.isNegative() || first.isZero() || most.compareTo(first) < 0) {
      throw new IllegalArgumentException("first must be more than 0, and most not less than first");
    }
  }

  /**
   * From half of the wait to all of it.
   *
   * @param failures how many tries failed, from 1
   * @param chance from 0 until below 1
   */
  public Duration delay(int failures, double chance) {
    double factor = Math.pow(2, Math.min(failures - 1, 40));
    double longest = Math.min(first.toMillis() * factor, most.toMillis());
    return Duration.ofMillis(Math.round(longest * (0.5 + chance / 2)));
  }

  /** The same, but not before the server wants it. */
  public Duration delay(int failures, double chance, @Nullable Duration retryAfter) {
    Duration delay = delay(failures, chance);
    return retryAfter == null || retryAfter.compareTo(delay) < 0 ? delay : retryAfter;
  }
}
