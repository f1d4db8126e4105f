package io.millrace.engine.freshness;

import java.time.Duration;

/**
 * How old the data is that is stale for the longest time, or at risk if none is stale.
 *
 * @param age since the last success, or since it was promised if nothing succeeded yet
 * @param within how old it may be
 */
public record OldestData(Duration age, Duration within) {
  /** The age as a part of the promise: more than 1 is too old. */
  public double part() {
    return within.isZero() ? 0 : age.toMillis() / (double) within.toMillis();
  }
}
