package io.millrace.engine.policy;

import io.millrace.engine.input.WordList;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether a retry or the next planned time comes first. */
public enum Alignment {
  /** The retry, if even its timeout is before the planned time; else the planned time. */
  PLANNED {
    @Override
    boolean prefersRetry(Instant retryAt, Duration timeout, @Nullable Instant plannedAt) {
      return plannedAt == null || retryAt.plus(timeout).isBefore(plannedAt);
    }
  },
  /** Always the retry. */
  RETRY {
    @Override
    boolean prefersRetry(Instant retryAt, Duration timeout, @Nullable Instant plannedAt) {
      return true;
    }
  },
  /** Always the planned time; there are no retries. */
  PLANNED_ONLY {
    @Override
    boolean prefersRetry(Instant retryAt, Duration timeout, @Nullable Instant plannedAt) {
      return false;
    }
  },
  /** The earlier of the two. */
  FIRST {
    @Override
    boolean prefersRetry(Instant retryAt, Duration timeout, @Nullable Instant plannedAt) {
      return plannedAt == null || retryAt.isBefore(plannedAt);
    }
  };

  /**
   * @param plannedAt absent if nothing is planned
   */
  abstract boolean prefersRetry(Instant retryAt, Duration timeout, @Nullable Instant plannedAt);

  /** The word in documents, such as {@code planned-only}. */
  public String text() {
    return WordList.of(this);
  }

  static Alignment parse(String text) {
    return WordList.read(Alignment.class, "align", text);
  }
}
