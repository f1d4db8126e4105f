package io.millrace.engine.simulate;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A simulation that somebody wants.
 *
 * @param basis the state of affairs in which it starts
 * @param document the request as it was given, as JSON
 */
public record SimulationRequest(
    SimulatedTime time, Basis basis, SimulationChanges changes, String document) {

  /** The state of affairs in which a simulation starts. */
  public enum Basis {
    /** As it was at that time, as far as that is still known. */
    PAST,
    /** As it is: with open tasks and booked retries. */
    NOW,
    /** As it is, and everything that comes until then has happened in time. */
    FUTURE;

    static Basis of(Instant from, Instant now) {
      Instant minute = now.truncatedTo(ChronoUnit.MINUTES);
      return from.isBefore(minute) ? PAST : from.isAfter(now) ? FUTURE : NOW;
    }
  }

  /** Whether it can be compared with what happened. */
  boolean isBackTest(Instant now) {
    return basis == Basis.PAST && changes.isEmpty() && !time.until().isAfter(now);
  }
}
