package io.millrace.engine.clock;

import java.time.Duration;

/**
 * Delays that grow with each failure in a row, to the millisecond.
 *
 * @param first the delay after the first failure, unless {@code longest} is shorter
 * @param factor the ratio of each delay to the previous one; 1 = constant
 * @param longest the longest delay; jitter never makes one longer
 * @param jitter the fraction, 0 to 1, by which a delay may be longer or shorter
 */
public record Backoff(Duration first, double factor, Duration longest, double jitter) {
  private static final double TWICE = 2;
  private static final double MIDDLE = 0.5;

  public Backoff {
    if (first.isNegative() || longest.isNegative()) {
      throw new IllegalArgumentException("negative delay: " + first + " up to " + longest);
    }
    if (!(factor >= 1)) {
      throw new IllegalArgumentException("the factor is below 1: " + factor);
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("the jitter is not 0 to 1: " + jitter);
    }
  }

  /** Each delay is twice the previous one. */
  public static Backoff doubling(Duration first, Duration longest) {
    return new Backoff(first, TWICE, longest, 0);
  }

  public Backoff withJitter(double fraction) {
    return new Backoff(first, factor, longest, fraction);
  }

  /** The delay without jitter. */
  public Duration delayAfter(int failures) {
    return delayAfter(failures, MIDDLE);
  }

  /**
   * The delay after this many failures in a row; zero if there was none.
   *
   * @param random from 0 to 1, for the jitter: 0 is the shortest delay, 1 the longest
   */
  public Duration delayAfter(int failures, double random) {
    if (failures < 1) {
      return Duration.ZERO;
    }
    double grown = first.toMillis() * Math.pow(factor, failures - 1);
    double capped = Math.min(grown, longest.toMillis());
    double moved = capped * (1 + jitter * (2 * random - 1));
    return Duration.ofMillis(Math.round(Math.min(moved, longest.toMillis())));
  }
}
