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

  public static TriggerProgressBuilder builder() {
    return new TriggerProgressBuilder();
  }

  public TriggerProgressBuilder toBuilder() {
    return new TriggerProgressBuilder(this);
  }

  static TriggerProgress none(String timing) {
    return builder().timing(timing).fired(0).caughtUp(0).missed(0).build();
  }

  /** The times after {@code until} follow another timing. */
  TriggerProgress withTiming(String timing) {
    return toBuilder().timing(timing).build();
  }

  /** All times of this range are fired, waiting or missed. */
  TriggerProgress withRange(@Nullable Instant from, @Nullable Instant until) {
    return toBuilder().from(from).until(until).build();
  }

  TriggerProgress fired(Instant time, Instant at) {
    return toBuilder().fired(fired + 1).lastFired(time).lastFiredAt(at).build();
  }

  TriggerProgress caughtUp(Instant time, Instant at) {
    return toBuilder().caughtUp(caughtUp + 1).lastFired(time).lastFiredAt(at).build();
  }

  /** Takes over the catch-up fires of the other progress. */
  TriggerProgress withCatchUpsOf(TriggerProgress other) {
    boolean later =
        lastFiredAt == null || other.lastFiredAt != null && other.lastFiredAt.isAfter(lastFiredAt);
    return toBuilder()
        .caughtUp(other.caughtUp)
        .lastFired(later ? other.lastFired : lastFired)
        .lastFiredAt(later ? other.lastFiredAt : lastFiredAt)
        .build();
  }

  TriggerProgress missed(long fires) {
    return toBuilder().missed(missed + fires).build();
  }
}
