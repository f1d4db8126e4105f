package io.millrace.engine.policy;

import io.millrace.engine.clock.Backoff;
import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InvalidInputException;
import java.time.Duration;
import java.util.List;

/** How many retries there are, and the delay before each. */
public sealed interface RetryPolicy {
  RetryPolicy NONE = new ListedDelays(List.of());

  /** The total number of attempts, the first one included. */
  int attempts();

  /**
   * The delay after attempt {@code no} failed. It must not be the last attempt.
   *
   * @param random from 0 to 1, for the jitter
   */
  Duration delayAfter(int no, double random);

  /** The time that all delays take at most. */
  default Duration longestDelays() {
    Duration sum = Duration.ZERO;
    for (int no = 1; no < attempts(); no++) {
      sum = sum.plus(delayAfter(no, 1));
    }
    return sum;
  }

  /** One delay for each retry. */
  record ListedDelays(List<Duration> delays) implements RetryPolicy {
    public ListedDelays {
      delays = List.copyOf(delays);
      delays.forEach(delay -> notNegative("delays", delay));
    }

    @Override
    public int attempts() {
      return delays.size() + 1;
    }

    @Override
    public Duration delayAfter(int no, double random) {
      return delays.get(no - 1);
    }
  }

  /**
   * Constant or growing delays.
   *
   * @param delay after the first attempt, unless {@code maxDelay} is shorter
   * @param factor the ratio of each delay to the previous one; 1 = constant
   * @param maxDelay the longest delay; jitter never makes one longer
   * @param jitter the fraction, 0 to 1, by which a delay may be longer or shorter
   */
  record ExponentialDelays(
      int attempts, Duration delay, double factor, Duration maxDelay, double jitter)
      implements RetryPolicy {
    public static final int MOST_ATTEMPTS = 1_000;

    private static final Duration USUAL_MAX_DELAY = Duration.ofHours(1);

    /** The default of {@code maxDelay}. It is never below {@code delay}. */
    static Duration defaultMaxDelay(Duration delay) {
      return delay.compareTo(USUAL_MAX_DELAY) > 0 ? delay : USUAL_MAX_DELAY;
    }

    public ExponentialDelays {
      if (attempts < 1 || attempts > MOST_ATTEMPTS) {
        throw new InvalidInputException("attempts", attempts, "must be 1 to " + MOST_ATTEMPTS);
      }
      notNegative("delay", delay);
      notNegative("max_delay", maxDelay);
      if (!(factor >= 1 && factor <= 100)) {
        throw new InvalidInputException("factor", factor, "must be 1 to 100");
      }
      if (!(jitter >= 0 && jitter <= 1)) {
        throw new InvalidInputException("jitter", jitter, "must be 0 to 1");
      }
    }

    @Override
    public Duration delayAfter(int no, double random) {
      return new Backoff(delay, factor, maxDelay, jitter).delayAfter(no, random);
    }
  }

  private static void notNegative(String field, Duration delay) {
    if (delay.isNegative()) {
      throw new InvalidInputException(field, Durations.format(delay), "must not be negative");
    }
  }
}
