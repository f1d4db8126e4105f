package io.millrace.engine.policy;

import io.millrace.engine.input.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which comes next when a retry and a planned time are both in sight. */
public enum Alignment {
  /** The retry, if it is over before the planned time even should it time out; else the plan. */
  PLANNED {
    @Override
    boolean prefersRetry(Instant retryAt, Duration timeout, Instant plannedAt) {
      return plannedAt == null || retryAt.plus(timeout).isBefore(plannedAt);
    }
  },
  /** The retry, whatever is planned. */
  RETRY {
    @Override
    boolean prefersRetry(Instant retryAt, Duration timeout, Instant plannedAt) {
      return true;
    }
  },
  /** The planned time; nothing is retried in between. */
  PLANNED_ONLY {
    @Override
    boolean prefersRetry(Instant retryAt, Duration timeout, Instant plannedAt) {
      return false;
    }
  },
  /** Whichever is first. */
  FIRST {
    @Override
    boolean prefersRetry(Instant retryAt, Duration timeout, Instant plannedAt) {
      return plannedAt == null || retryAt.isBefore(plannedAt);
    }
  };

  /**
   * @param plannedAt null if nothing is planned
   */
  abstract boolean prefersRetry(Instant retryAt, Duration timeout, Instant plannedAt);

  /** The word in documents, such as {@code planned-only}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Alignment parse(String text) {
    return Arrays.stream(values())
        .filter(alignment -> alignment.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "align",
                    text,
                    "is not one of "
                        + Arrays.stream(values())
                            .map(Alignment::text)
                            .collect(Collectors.joining(", "))));
  }
}
