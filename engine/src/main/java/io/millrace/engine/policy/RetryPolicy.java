package io.millrace.engine.policy;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InvalidInputException;
import java.time.Duration;
import java.util.List;

/** How often, and how long after a failure, is tried again. */
public sealed interface RetryPolicy {
  RetryPolicy NONE = new ListedDelays(List.of());

  /** How many attempts there are in all, the first one included. */
  int attempts();

  /**
   * How long to wait after attempt {@code no} failed, which was not the last one.
   *
   * @param random from 0 to 1, for the jitter
   */
  Duration delayAfter(int no, double random);

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
   * Delays that are the same each time, or grow.
   *
   * @param delay after the first attempt, unless {@code maxDelay} is shorter
   * @param factor each delay is so many times the one before; 1 = all are the same
   * @param maxDelay no delay is longer, but for its jitter
   * @param jitter each delay is longer or shorter by up to this share of it, 0 to 1
   */
  record ExponentialDelays(
      int attempts, Duration delay, double factor, Duration maxDelay, double jitter)
      implements RetryPolicy {
    public static final int MOST_ATTEMPTS = 1_000;

    private static final Duration USUAL_MAX_DELAY = Duration.ofHours(1);

    /** The longest delay where none is given: it never shortens the delay that is given. */
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
      double grown = delay.toMillis() * Math.pow(factor, no - 1);
      double capped = Math.min(grown, maxDelay.toMillis());
      return Duration.ofMillis(Math.round(capped * (1 + jitter * (2 * random - 1))));
    }
  }

  private static void notNegative(String field, Duration delay) {
    if (delay.isNegative()) {
      throw new InvalidInputException(field, Durations.format(delay), "must not be negative");
    }
  }
}
