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
 */
public record RefreshOutlook(
    @Nullable Instant booked,
    @Nullable Instant planned,
    @Nullable Instant openSince,
    @Nullable Instant deadline,
    Duration typical,
    @Nullable Instant planKnownUntil) {

  public static final RefreshOutlook NOTHING =
      new RefreshOutlook(null, null, null, null, Duration.ZERO, null);

  /** When the next refresh probably ends; empty if none is known. */
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

  /** Whether a refresh that nobody knows yet may come before that time. */
  boolean mayBePlannedBefore(Instant time) {
    return planKnownUntil != null && planKnownUntil.isBefore(time);
  }
}
