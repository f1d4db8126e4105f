package io.millrace.engine.fresh;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time in which data was stale.
 *
 * @param end absent while it lasts
 */
public record StalePeriod(Instant start, @Nullable Instant end) {

  /** Its part between these times. */
  public Duration within(Instant from, Instant until) {
    Instant first = start.isBefore(from) ? from : start;
    Instant last = end == null || end.isAfter(until) ? until : end;
    return last.isAfter(first) ? Duration.between(first, last) : Duration.ZERO;
  }
}
