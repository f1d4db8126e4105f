package io.millrace.http.tasks;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** From {@code start} on, until before {@code end}: nothing if they are the same. */
record TimeRange(Instant start, Instant end) {

  /** What was not given is so far away from what was, or from now, that both are in order. */
  static TimeRange of(
      @Nullable Instant start, @Nullable Instant end, Instant now, Duration length) {
    Instant until = end == null || end.isAfter(now) ? now : end;
    Instant since = start == null || start.isBefore(now) ? now : start;
    return new TimeRange(
        start == null ? until.minus(length) : start, end == null ? since.plus(length) : end);
  }
}
