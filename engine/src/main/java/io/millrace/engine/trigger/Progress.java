package io.millrace.engine.trigger;

import java.time.Instant;

/**
 * How far a trigger has fired, as it is stored. Every logical time from {@code from} to {@code
 * until} was fired, waits to be caught up, or was missed.
 *
 * @param timing the times after {@code until} are those of this {@link Timing}
 * @param from null if there was nothing to fire yet
 * @param until null if there was nothing to fire yet
 * @param fired in time
 * @param lastFired the logical time of the last fire; null if there was none
 * @param lastFiredAt when all that it sets off had arrived
 */
public record Progress(
    String timing,
    Instant from,
    Instant until,
    long fired,
    long caughtUp,
    long missed,
    Instant lastFired,
    Instant lastFiredAt) {

  static Progress none(String timing) {
    return new Progress(timing, null, null, 0, 0, 0, null, null);
  }

  /** The times that follow are those of another timing. */
  Progress of(String timing) {
    return new Progress(timing, from, until, fired, caughtUp, missed, lastFired, lastFiredAt);
  }

  /** All of this is dealt with. */
  Progress reached(Instant from, Instant until) {
    return new Progress(timing, from, until, fired, caughtUp, missed, lastFired, lastFiredAt);
  }

  Progress fired(Instant time, Instant at) {
    return new Progress(timing, from, until, fired + 1, caughtUp, missed, time, at);
  }

  Progress caughtUp(Instant time, Instant at) {
    return new Progress(timing, from, until, fired, caughtUp + 1, missed, time, at);
  }

  /** With what the other one has caught up. */
  Progress caughtUpAs(Progress other) {
    boolean later =
        lastFiredAt == null || other.lastFiredAt != null && other.lastFiredAt.isAfter(lastFiredAt);
    return new Progress(
        timing,
        from,
        until,
        fired,
        other.caughtUp,
        missed,
        later ? other.lastFired : lastFired,
        later ? other.lastFiredAt : lastFiredAt);
  }

  Progress missed(long fires) {
    return new Progress(
        timing, from, until, fired, caughtUp, missed + fires, lastFired, lastFiredAt);
  }
}
