package io.millrace.engine.trigger;

import java.time.Instant;

/**
 * How far a trigger has fired, as it is stored. Every logical time from {@code from} to {@code
 * until} was fired, waits to be caught up, or was missed.
 *
 * @param timing the times after {@code until} are those of this {@link TriggerTiming}
 * @param from null if there was nothing to fire yet
 * @param until null if there was nothing to fire yet
 * @param fired in time
 * @param lastFired the logical time of the last fire; null if there was none
 * @param lastFiredAt when all that it sets off had arrived
 */
public record TriggerProgress(
    String timing,
    Instant from,
    Instant until,
    long fired,
    long caughtUp,
    long missed,
    Instant lastFired,
    Instant lastFiredAt) {

  static TriggerProgress none(String timing) {
    return new TriggerProgress(timing, null, null, 0, 0, 0, null, null);
  }

  /** The times that follow are those of another timing. */
  TriggerProgress withTiming(String timing) {
    return new TriggerProgress(
        timing, from, until, fired, caughtUp, missed, lastFired, lastFiredAt);
  }

  /** All of this is dealt with. */
  TriggerProgress withRange(Instant from, Instant until) {
    return new TriggerProgress(
        timing, from, until, fired, caughtUp, missed, lastFired, lastFiredAt);
  }

  TriggerProgress fired(Instant time, Instant at) {
    return new TriggerProgress(timing, from, until, fired + 1, caughtUp, missed, time, at);
  }

  TriggerProgress caughtUp(Instant time, Instant at) {
    return new TriggerProgress(timing, from, until, fired, caughtUp + 1, missed, time, at);
  }

  /** With what the other one has caught up. */
  TriggerProgress withCatchUpsOf(TriggerProgress other) {
    boolean later =
        lastFiredAt == null || other.lastFiredAt != null && other.lastFiredAt.isAfter(lastFiredAt);
    return new TriggerProgress(
        timing,
        from,
        until,
        fired,
        other.caughtUp,
        missed,
        later ? other.lastFired : lastFired,
        later ? other.lastFiredAt : lastFiredAt);
  }

  TriggerProgress missed(long fires) {
    return new TriggerProgress(
        timing, from, until, fired, caughtUp, missed + fires, lastFired, lastFiredAt);
  }
}
