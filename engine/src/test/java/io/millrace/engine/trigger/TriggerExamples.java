package io.millrace.engine.trigger;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.schedule.CronSchedule;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Triggers and jobs for tests. */
final class TriggerExamples {
  static final TriggerSettings SETTINGS =
      new TriggerSettings(1000, Duration.ofSeconds(60), 2000, 100, Duration.ofSeconds(10));

  private TriggerExamples() {}

  static Instant at(String time) {
    return Instant.parse(time);
  }

  /** A day of January 2022, at midnight. */
  static Instant day(int day) {
    return Instant.parse("2022-01-%02dT00:00:00Z".formatted(day));
  }

  static List<Instant> days(int... days) {
    return java.util.Arrays.stream(days).mapToObj(TriggerExamples::day).toList();
  }

  /** Fires every midnight, from the first of January 2022 on. */
  static Trigger daily(CatchUpMode mode) {
    return new Trigger("t", day(1), null, CronSchedule.parse("0 0 * * *"), Duration.ZERO, mode);
  }

  static Trigger every(String period, Instant start) {
    return new Trigger(
        "t",
        start,
        null,
        new IntervalSchedule(Duration.parse(period), start),
        Duration.ZERO,
        CatchUpMode.EARLIEST);
  }

  static Trigger named(Trigger trigger, String name) {
    return new Trigger(
        name,
        trigger.start(),
        trigger.end(),
        trigger.schedule(),
        trigger.offset(),
        trigger.catchUp());
  }

  static Trigger with(Trigger trigger, CatchUpMode mode) {
    return new Trigger(
        trigger.name(), trigger.start(), trigger.end(), trigger.schedule(), trigger.offset(), mode);
  }

  static Trigger withStart(Trigger trigger, Instant start) {
    Schedule schedule =
        trigger.schedule() instanceof IntervalSchedule interval
            ? new IntervalSchedule(interval.every(), start)
            : trigger.schedule();
    return new Trigger(
        trigger.name(), start, trigger.end(), schedule, trigger.offset(), trigger.catchUp());
  }

  static Trigger withEnd(Trigger trigger, Instant end) {
    return new Trigger(
        trigger.name(),
        trigger.start(),
        end,
        trigger.schedule(),
        trigger.offset(),
        trigger.catchUp());
  }

  static Trigger withOffset(Trigger trigger, Duration offset) {
    return new Trigger(
        trigger.name(),
        trigger.start(),
        trigger.end(),
        trigger.schedule(),
        offset,
        trigger.catchUp());
  }

  static Trigger withSchedule(Trigger trigger, Schedule schedule) {
    return new Trigger(
        trigger.name(),
        trigger.start(),
        trigger.end(),
        schedule,
        trigger.offset(),
        trigger.catchUp());
  }

  static Job job(long number, boolean paused, long version, Instant savedAt, Trigger... triggers) {
    return Job.builder()
        .number(number)
        .id(new UUID(0, number))
        .project("reports")
        .name("job" + number)
        .paused(paused)
        .triggers(List.of(triggers))
        .steps(List.of())
        .version(version)
        .savedAt(savedAt)
        .build();
  }

  /** Fired up to and including that logical time. */
  static TriggerProgress firedUntil(Trigger trigger, Instant until) {
    return TriggerProgress.none(trigger.timing()).withRange(trigger.start(), until);
  }
}
