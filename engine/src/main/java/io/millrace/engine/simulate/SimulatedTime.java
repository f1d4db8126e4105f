package io.millrace.engine.simulate;

import java.time.Instant;

/**
 * The time that a simulation covers.
 *
 * @param from inclusive
 * @param until exclusive
 */
public record SimulatedTime(Instant from, Instant until, long seed) {
  public SimulatedTime {
    if (!from.isBefore(until)) {
      throw new IllegalArgumentException(from + " is not before " + until);
    }
  }
}
