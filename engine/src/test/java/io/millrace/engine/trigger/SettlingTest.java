package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.Examples.SETTINGS;
import static io.millrace.engine.trigger.Examples.at;
import static io.millrace.engine.trigger.Examples.daily;
import static io.millrace.engine.trigger.Examples.day;
import static io.millrace.engine.trigger.Examples.days;
import static io.millrace.engine.trigger.Examples.every;
import static io.millrace.engine.trigger.Examples.firedUntil;
import static io.millrace.engine.trigger.Examples.job;
import static io.millrace.engine.trigger.Examples.with;
import static io.millrace.engine.trigger.Examples.withEnd;
import static io.millrace.engine.trigger.Examples.withOffset;
import static io.millrace.engine.trigger.Examples.withStart;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.engine.job.CatchUp;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.schedule.CronSchedule;
import io.millrace.engine.trigger.Missed.Why;
import io.millrace.engine.trigger.Settling.Place;
import io.millrace.engine.trigger.Settling.Settled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the past of a trigger, at noon on 5 January 2022. */
class SettlingTest {
  private static final Instant NOON = at("2022-01-05T12:00:00Z");

  /** The logical times in the order in which they fire, and the trigger as it goes on. */
  private record Outcome(List<Instant> times, List<Missed> missed, LiveTrigger trigger) {
    Instant nextDue() {
      return trigger.nextDue().orElseThrow();
    }
  }

  private static Outcome settle(Trigger trigger, Progress progress, Instant savedAt, Instant now) {
    LiveTrigger live = new LiveTrigger(job(1, false, 1, savedAt, trigger), trigger, progress);
    Settled settled = live.settle(SETTINGS, 7, now).settle();
    live.settled(settled.progress());
    List<Instant> times =
        settled.places().stream()
            .sorted(Comparator.comparingLong(Place::place))
            .map(Place::time)
            .toList();
    return new Outcome(times, settled.missed(), live);
  }

  private static Outcome settle(Trigger trigger, Progress progress) {
    return settle(trigger, progress, day(1), NOON);
  }

  @Test
  void earliest_fires_what_was_missed_in_its_order_and_waits_for_the_next() {
    Outcome outcome = settle(daily(CatchUp.EARLIEST), null);
    assertThat(outcome.times()).isEqualTo(days(1, 2, 3, 4, 5));
    assertThat(outcome.missed()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void latest_fires_the_newest_first() {
    Outcome outcome = settle(daily(CatchUp.LATEST), null);
    assertThat(outcome.times()).isEqualTo(days(5, 4, 3, 2, 1));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void random_fires_all_of_them_in_an_order_that_follows_from_the_seed() {
    Trigger hourly = with(every("PT1H", day(1)), CatchUp.RANDOM);
    Outcome outcome = settle(hourly, null);
    List<Instant> sorted = new Span(hourly, day(1).minusNanos(1), NOON).oldest(1000);
    assertThat(outcome.times()).containsExactlyInAnyOrderElementsOf(sorted).isNotEqualTo(sorted);
    assertThat(settle(hourly, null).times()).isEqualTo(outcome.times());
  }

  @Test
  void none_fires_nothing_says_so_and_waits_for_the_next() {
    Outcome outcome = settle(daily(CatchUp.NONE), null);
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.missed())
        .containsExactly(new Missed(day(1), day(5), 5, false, Why.CATCHUP_NONE));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
    assertThat(outcome.trigger().progress().missed()).isEqualTo(5);
  }

  @Test
  void the_end_is_not_fired_any_more() {
    Outcome outcome = settle(withEnd(daily(CatchUp.EARLIEST), day(3)), null);
    assertThat(outcome.times()).isEqualTo(days(1, 2));
    assertThat(outcome.trigger().nextDue()).isEmpty();
  }

  @Test
  void what_was_fired_is_not_fired_again() {
    Trigger trigger = daily(CatchUp.EARLIEST);
    Outcome outcome = settle(trigger, firedUntil(trigger, day(3)));
    assertThat(outcome.times()).isEqualTo(days(4, 5));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void a_time_is_due_at_its_logical_time_and_the_offset() {
    Trigger later = withOffset(every("PT10M", day(5)), Duration.ofMinutes(1));
    Trigger earlier = withOffset(every("PT10M", day(5)), Duration.ofMinutes(-3));
    assertThat(settle(later, firedUntil(later, day(5)), day(1), day(5)).nextDue())
        .isEqualTo(at("2022-01-05T00:11:00Z"));
    assertThat(settle(earlier, firedUntil(earlier, day(5)), day(1), day(5)).nextDue())
        .isEqualTo(at("2022-01-05T00:07:00Z"));
    Instant eleven = at("2022-01-05T00:11:00Z");
    assertThat(settle(later, null, day(1), eleven.minusMillis(1)).times()).isEqualTo(days(5));
    assertThat(settle(later, null, day(1), eleven).times())
        .containsExactly(day(5), at("2022-01-05T00:10:00Z"));
    Instant late = eleven.plusSeconds(61);
    assertThat(settle(later, firedUntil(later, day(5)), day(1), late).times())
        .containsExactly(at("2022-01-05T00:10:00Z"));
    assertThat(settle(earlier, firedUntil(earlier, day(5)), day(1), late).times())
        .containsExactly(at("2022-01-05T00:10:00Z"));
  }

  @Test
  void what_is_only_a_little_late_is_left_to_be_fired_as_usual() {
    Trigger trigger = daily(CatchUp.NONE);
    Outcome outcome = settle(trigger, firedUntil(trigger, day(4)), day(1), day(5).plusSeconds(60));
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.missed()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(5));
  }

  @Test
  void a_start_that_is_moved_to_earlier_has_a_past_to_be_caught_up() {
    Trigger was = withStart(daily(CatchUp.EARLIEST), day(4));
    Outcome outcome = settle(daily(CatchUp.EARLIEST), firedUntil(was, day(5)));
    assertThat(outcome.times()).isEqualTo(days(1, 2, 3));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
    assertThat(outcome.trigger().progress().from()).isEqualTo(day(1));
    assertThat(outcome.trigger().isEdited()).isFalse();
  }

  @Test
  void the_start_of_a_period_moves_without_being_another_period() {
    Trigger was = every("PT24H", day(3));
    Trigger now = withStart(was, day(1));
    assertThat(was.timing()).isNotEqualTo(now.timing());
    Outcome outcome = settle(now, firedUntil(was, day(4)));
    assertThat(outcome.times()).isEqualTo(days(1, 2, 5));
    LiveTrigger later =
        new LiveTrigger(
            job(1, false, 1, NOON, withStart(was, day(4))),
            withStart(was, day(4)),
            firedUntil(was, day(4)));
    assertThat(later.isEdited()).isFalse();
    assertThat(later.renamesTiming()).isTrue();
    assertThat(later.nextDue()).contains(day(5));
  }

  @Test
  void beyond_the_cap_the_oldest_are_missed() {
    Trigger minutes = every("PT1M", at("2022-01-01T00:00:00Z"));
    Outcome outcome = settle(minutes, null, day(1), at("2022-01-05T12:00:30Z"));
    assertThat(outcome.times()).hasSize(1000).isSorted().endsWith(NOON);
    Instant firstKept = NOON.minus(Duration.ofMinutes(999));
    assertThat(outcome.times().get(0)).isEqualTo(firstKept);
    assertThat(outcome.missed())
        .containsExactly(
            new Missed(
                day(1),
                firstKept.minusSeconds(60),
                4 * 1440 + 720 + 1 - 1000,
                false,
                Why.OVER_THE_CAP));
    assertThat(outcome.nextDue()).isEqualTo(NOON.plusSeconds(60));
  }

  @Test
  @Timeout(20)
  void years_of_seconds_are_capped_at_once_and_not_counted_to_the_end() {
    Trigger seconds =
        new Trigger(
            "t",
            at("2012-01-01T00:00:00Z"),
            null,
            CronSchedule.of("* * * * * ?"),
            Duration.ZERO,
            CatchUp.LATEST);
    Outcome outcome = settle(seconds, null);
    assertThat(outcome.times()).hasSize(1000).startsWith(NOON, NOON.minusSeconds(1));
    assertThat(outcome.missed())
        .containsExactly(
            new Missed(
                at("2012-01-01T00:00:00Z"),
                NOON.minusSeconds(1000),
                Span.MOST_COUNTED,
                true,
                Why.OVER_THE_CAP));
  }

  @Test
  void what_the_old_schedule_had_due_before_an_edit_still_fires_and_the_new_one_holds_from_there() {
    Trigger was = every("PT24H", day(1));
    Trigger now = every("PT1H", day(1));
    Outcome outcome = settle(now, firedUntil(was, day(2)), at("2022-01-05T10:30:00Z"), NOON);
    List<Instant> expected = new ArrayList<>(days(3, 4, 5));
    expected.add(at("2022-01-05T11:00:00Z"));
    expected.add(NOON);
    assertThat(outcome.times()).isEqualTo(expected);
    assertThat(outcome.nextDue()).isEqualTo(at("2022-01-05T13:00:00Z"));
    assertThat(outcome.trigger().isEdited()).isFalse();
  }

  @Test
  void what_was_due_just_before_an_edit_fires_even_if_nothing_is_caught_up() {
    Trigger was = with(every("PT24H", day(1)), CatchUp.NONE);
    Trigger now = with(every("PT1H", day(1)), CatchUp.NONE);
    Outcome outcome =
        settle(now, firedUntil(was, day(4)), day(5).plusSeconds(2), day(5).plusSeconds(3));
    assertThat(outcome.times()).isEqualTo(days(5));
    assertThat(outcome.missed()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(at("2022-01-05T01:00:00Z"));
  }

  @Test
  void an_edit_from_a_clock_that_is_ahead_loses_nothing() {
    Trigger was = every("PT1H", day(1));
    Trigger now = every("PT10M", day(1));
    Instant eleven = at("2022-01-05T11:00:00Z");
    Outcome ahead = settle(now, firedUntil(was, eleven), NOON.plusSeconds(5), NOON.minusSeconds(5));
    assertThat(ahead.times()).containsExactly(NOON);
    assertThat(ahead.nextDue()).isEqualTo(at("2022-01-05T12:10:00Z"));
    Outcome farAhead =
        settle(now, firedUntil(was, eleven), NOON.plusSeconds(3600), NOON.minusSeconds(5));
    assertThat(farAhead.times()).isEmpty();
    assertThat(farAhead.nextDue()).isEqualTo(NOON);
  }

  @Test
  void another_schedule_and_an_earlier_start_are_both_honoured() {
    Trigger was = every("PT24H", day(4));
    Trigger now = every("PT12H", day(3));
    Outcome outcome = settle(now, firedUntil(was, day(5)), NOON, NOON);
    assertThat(outcome.times()).containsExactly(day(3), at("2022-01-03T12:00:00Z"));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void with_another_offset_every_time_still_fires_once() {
    Trigger was = every("PT1H", day(1));
    Trigger later = withOffset(was, Duration.ofHours(1));
    Instant ten = at("2022-01-05T10:00:00Z");
    Instant eleven = at("2022-01-05T11:00:00Z");
    Outcome shifted = settle(later, firedUntil(was, ten), NOON.minusSeconds(5), NOON);
    assertThat(shifted.times()).containsExactly(eleven); // it was due before the edit
    assertThat(shifted.nextDue()).isEqualTo(at("2022-01-05T13:00:00Z"));
    Outcome back = settle(was, firedUntil(later, ten), NOON.minusSeconds(5), NOON);
    assertThat(back.times()).containsExactly(eleven, NOON); // one of them is late, all are taken
    assertThat(back.nextDue()).isEqualTo(at("2022-01-05T13:00:00Z"));
  }

  @Test
  void the_cap_is_for_all_that_is_caught_up_at_once() {
    Trigger was = every("PT1M", day(3));
    Trigger now = with(every("PT2M", day(1)), CatchUp.LATEST);
    Instant changed = day(4);
    Outcome outcome =
        settle(now, firedUntil(was, day(3)), changed, changed.plus(Duration.ofMinutes(1400)));
    assertThat(outcome.times()).hasSize(1000);
    assertThat(outcome.times().get(999)).isEqualTo(changed.minus(Duration.ofMinutes(299)));
    assertThat(outcome.missed())
        .extracting(Missed::first, Missed::last, Missed::fires)
        .containsExactly(
            tuple(day(1), day(3).minusSeconds(120), 1440L),
            tuple(day(3).plusSeconds(60), changed.minus(Duration.ofMinutes(300)), 1140L));
  }

  @Test
  void an_end_that_is_moved_to_later_brings_nothing_of_the_past_back() {
    Trigger was = withEnd(daily(CatchUp.EARLIEST), day(3));
    Outcome outcome = settle(daily(CatchUp.EARLIEST), firedUntil(was, day(2)), NOON, NOON);
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void a_timing_that_nobody_can_read_any_more_is_as_good_as_another_one() {
    Trigger trigger = daily(CatchUp.EARLIEST);
    Progress unknown = Progress.none("by the moon").reached(day(1), day(3));
    Outcome outcome = settle(trigger, unknown, day(4), NOON);
    assertThat(outcome.times()).isEqualTo(days(5));
  }

  @Test
  void fires_that_were_begun_fire_whatever_the_mode_says() {
    Trigger trigger = daily(CatchUp.NONE);
    LiveTrigger live =
        new LiveTrigger(job(1, false, 1, day(1), trigger), trigger, firedUntil(trigger, day(2)));
    Fire third = live.take();
    Fire fourth = live.take();
    live.done(fourth, NOON);
    Settled settled = live.settle(SETTINGS, 7, NOON).settle();
    live.settled(settled.progress());
    assertThat(settled.places()).extracting(Place::time).containsExactly(day(3));
    assertThat(settled.missed())
        .containsExactly(new Missed(day(5), day(5), 1, false, Why.CATCHUP_NONE));
    assertThat(live.progress().fired()).isEqualTo(1);
    assertThat(live.done(third, NOON)).isFalse(); // it is caught up now
  }
}
