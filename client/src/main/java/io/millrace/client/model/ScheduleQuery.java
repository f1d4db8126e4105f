package io.millrace.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule to preview: a cron line or a period. All else may be null.
 *
 * @param gap {@code shift} or {@code skip}
 * @param overlap {@code first}, {@code last} or {@code both}
 * @param n how many fires
 */
public record ScheduleQuery(
    @Nullable String cron,
    @Nullable String period,
    @Nullable Instant start,
    @Nullable Instant end,
    @Nullable String zone,
    @Nullable String gap,
    @Nullable String overlap,
    @Nullable String offset,
    @Nullable Integer n) {

  public static ScheduleQueryBuilder builder() {
    return new ScheduleQueryBuilder();
  }

  public ScheduleQueryBuilder toBuilder() {
    return new ScheduleQueryBuilder(this);
  }

  public static ScheduleQuery ofCron(String cron, String zone) {
    return builder().cron(cron).zone(zone).build();
  }

  public static ScheduleQuery ofPeriod(String period, Instant start) {
    return builder().period(period).start(start).build();
  }

  /** The same from this time on, with this number of fires. */
  public ScheduleQuery fires(Instant from, int number) {
    return toBuilder().start(from).n(number).build();
  }
}
