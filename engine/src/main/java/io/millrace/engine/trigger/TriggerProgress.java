package io.millrace.engine.trigger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a trigger has fired, as it is stored. Every logical time from {@code from} to {@code
 * until} was fired, waits to be caught up, or was missed.
 *
 * @param timing the {@link TriggerTiming} of the times after {@code until}
 * @param from absent if nothing was due yet
 * @param until absent if nothing was due yet
 * @param fired the number of fires in time
 * @param lastFired the logical time of the last fire; absent if there was none
 * @param lastFiredAt when the last fire had arrived at all tokens
 */
public record TriggerProgress(
    String timing,
    @Nullable Instant from,
    @Nullable Instant until,
    long fired,
    long caughtUp,
    long missed,
    @Nullable Instant lastFired,
    @Nullable Instant lastFiredAt) {

  static TriggerProgress none(String timing) {
    return new TriggerProgress(timing, null, null, 0, 0, 0, null, null);
  }

  /** The times after {@code until} follow another timing. */
  TriggerProgress withTiming(String timing) {
    return new TriggerProgress(
        timing, from, until, fired, caughtUp, missed, lastFired, lastFiredAt);
  }

  /** All times of this range are fired, waiting or missed. */
  TriggerProgress withRange(@Nullable Instant from, @Nullable Instant until) {
    return new TriggerProgress(
        timing, from, until, fired, caughtUp, missed, lastFired, lastFiredAt);
  }

  TriggerProgress fired(Instant time, Instant at) {
    return new TriggerProgress(timing, from, until, fired + 1, caughtUp, missed, time, at);
  }

  TriggerProgress caughtUp(Instant time, Instant at) {
    return new TriggerProgress(timing, from, until, fired, caughtUp + 1, missed, time, at);
  }

  /** Takes over the catch-up fires of the other progress. */
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
