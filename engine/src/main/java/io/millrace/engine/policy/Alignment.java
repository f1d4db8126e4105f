package io.millrace.engine.policy;

import io.millrace.engine.input.WordList;
import java.time.Duration;
import java.time.Instant;

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
    return WordList.of(this);
  }

  static Alignment parse(String text) {
    return WordList.read(Alignment.class, "align", text);
  }
}
