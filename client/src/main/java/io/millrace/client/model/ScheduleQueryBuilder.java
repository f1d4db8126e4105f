package io.millrace.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link ScheduleQuery}. Each of them may be left out. */
public final class ScheduleQueryBuilder {
  private @Nullable String cron;
  private @Nullable String period;
  private @Nullable Instant start;
  private @Nullable Instant end;
  private @Nullable String zone;
  private @Nullable String gap;
  private @Nullable String overlap;
  private @Nullable String offset;
  private @Nullable Integer n;

  ScheduleQueryBuilder() {}

  ScheduleQueryBuilder(ScheduleQuery from) {
    cron = from.cron();
    period = from.period();
    start = from.start();
    end = from.end();
    zone = from.zone();
    gap = from.gap();
    overlap = from.overlap();
    offset = from.offset();
    n = from.n();
  }

  public ScheduleQueryBuilder cron(@Nullable String cron) {
    this.cron = cron;
    return this;
  }

  public ScheduleQueryBuilder period(@Nullable String period) {
    this.period = period;
    return this;
  }

  public ScheduleQueryBuilder start(@Nullable Instant start) {
    this.start = start;
    return this;
  }

  public ScheduleQueryBuilder end(@Nullable Instant end) {
    this.end = end;
    return this;
  }

  public ScheduleQueryBuilder zone(@Nullable String zone) {
    this.zone = zone;
    return this;
  }

  public ScheduleQueryBuilder gap(@Nullable String gap) {
    this.gap = gap;
    return this;
  }

  public ScheduleQueryBuilder overlap(@Nullable String overlap) {
    this.overlap = overlap;
    return this;
  }

  public ScheduleQueryBuilder offset(@Nullable String offset) {
    this.offset = offset;
    return this;
  }

  public ScheduleQueryBuilder n(@Nullable Integer n) {
    this.n = n;
    return this;
  }

  public ScheduleQuery build() {
    return new ScheduleQuery(cron, period, start, end, zone, gap, overlap, offset, n);
  }
}
