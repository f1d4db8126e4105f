package io.millrace.engine.fresh;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is ahead of a user-site, collection or job.
 *
 * @param booked the booked refresh, a retry or a planned one; absent if there is none
 * @param planned the next minute of the daily plan; absent if there is none
 * @param openSince when the open attempt was queued; absent if there is none
 * @param deadline of the attempt that runs; absent if none runs
 * @param typical how long a refresh usually takes, its wait for a channel included
 * @param planKnownUntil until when the daily plan is known. Later a refresh may still be planned.
 *     Absent if the plan does not refresh it
 * @param trouble whether its refreshes fail or do not start now, so that nothing ahead counts as a
 *     success
 */
public record RefreshOutlook(
    @Nullable Instant booked,
    @Nullable Instant planned,
    @Nullable Instant openSince,
    @Nullable Instant deadline,
    Duration typical,
    @Nullable Instant planKnownUntil,
    boolean trouble) {

  public static final RefreshOutlook NOTHING =
      new RefreshOutlook(null, null, null, null, Duration.ZERO, null, false);

  /** A refresh that is booked for a time, or none. */
  public static RefreshOutlook booked(@Nullable Instant at) {
    return new RefreshOutlook(at, null, null, null, Duration.ZERO, null, false);
  }

  /**
   * An open attempt.
   *
   * @param deadline absent if it has not started
   */
  public static RefreshOutlook open(Instant since, @Nullable Instant deadline) {
    return new RefreshOutlook(null, null, since, deadline, Duration.ZERO, null, false);
  }

  /** When the data is probably renewed; empty if no refresh is known that will probably succeed. */
  Optional<Instant> likelySuccess(Instant now) {
    boolean waitsTooLong =
        openSince != null
            && deadline == null
            && !now.isBefore(openSince.plus(SourceTrend.patience(typical)));
    return trouble || waitsTooLong ? Optional.empty() : probableEnd(now);
  }

  /** When the next refresh probably ends, if it does not fail; empty if none is known. */
  public Optional<Instant> probableEnd(Instant now) {
    if (openSince != null) {
      Instant usual = openSince.plus(typical);
      if (usual.isAfter(now)) {
        return Optional.of(usual);
      }
      return Optional.of(deadline != null && deadline.isAfter(now) ? deadline : now.plus(typical));
    }
    return Stream.of(Optional.ofNullable(booked), Optional.ofNullable(planned))
        .flatMap(Optional::stream)
        .map(start -> start.isBefore(now) ? now : start)
        .min(Instant::compareTo)
        .map(start -> start.plus(typical));
  }

  /** The same, with the time that a refresh usually takes. */
  public RefreshOutlook taking(Duration time) {
    return new RefreshOutlook(booked, planned, openSince, deadline, time, planKnownUntil, trouble);
  }

  /** Whether a refresh that nobody knows yet may come before that time. */
  boolean mayBePlannedBefore(Instant time) {
    return !trouble && openSince == null && planKnownUntil != null && planKnownUntil.isBefore(time);
  }
}
