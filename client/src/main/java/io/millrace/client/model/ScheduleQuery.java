package io.millrace.client.model;

import java.time.Instant;

/**
 * A schedule to preview: a cron line or a period. All else may be null.
 *
 * @param gap {@code shift} or {@code skip}
 * @param overlap {@code first}, {@code last} or {@code both}
 * @param n how many fires
 */
public record ScheduleQuery(
    String cron,
    String period,
    Instant start,
    Instant end,
    String zone,
    String gap,
    String overlap,
    String offset,
    Integer n) {

  public static ScheduleQuery ofCron(String cron, String zone) {
    return new ScheduleQuery(cron, null, null, null, zone, null, null, null, null);
  }

  public static ScheduleQuery ofPeriod(String period, Instant start) {
    return new ScheduleQuery(null, period, start, null, null, null, null, null, null);
  }

  /** The same from this time on, with so many fires. */
  public ScheduleQuery fires(Instant from, int number) {
    return new ScheduleQuery(cron, period, from, end, zone, gap, overlap, offset, number);
  }
}
