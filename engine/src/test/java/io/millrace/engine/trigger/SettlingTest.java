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
  void earliestFiresWhatWasMissedInItsOrderAndWaitsForTheNext() {
    Outcome outcome = settle(daily(CatchUp.EARLIEST), null);
    assertThat(outcome.times()).isEqualTo(days(1, 2, 3, 4, 5));
    assertThat(outcome.missed()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void latestFiresTheNewestFirst() {
    Outcome outcome = settle(daily(CatchUp.LATEST), null);
    assertThat(outcome.times()).isEqualTo(days(5, 4, 3, 2, 1));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void randomFiresAllOfThemInAnOrderThatFollowsFromTheSeed() {
    Trigger hourly = with(every("PT1H", day(1)), CatchUp.RANDOM);
    Outcome outcome = settle(hourly, null);
    List<Instant> sorted = new Span(hourly, day(1).minusNanos(1), NOON).oldest(1000);
    assertThat(outcome.times()).containsExactlyInAnyOrderElementsOf(sorted).isNotEqualTo(sorted);
    assertThat(settle(hourly, null).times()).isEqualTo(outcome.times());
  }

  @Test
  void noneFiresNothingSaysSoAndWaitsForTheNext() {
    Outcome outcome = settle(daily(CatchUp.NONE), null);
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.missed())
        .containsExactly(new Missed(day(1), day(5), 5, false, Why.CATCHUP_NONE));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
    assertThat(outcome.trigger().progress().missed()).isEqualTo(5);
  }

  @Test
  void theEndIsNotFiredAnyMore() {
    Outcome outcome = settle(withEnd(daily(CatchUp.EARLIEST), day(3)), null);
    assertThat(outcome.times()).isEqualTo(days(1, 2));
    assertThat(outcome.trigger().nextDue()).isEmpty();
  }

  @Test
  void whatWasFiredIsNotFiredAgain() {
    Trigger trigger = daily(CatchUp.EARLIEST);
    Outcome outcome = settle(trigger, firedUntil(trigger, day(3)));
    assertThat(outcome.times()).isEqualTo(days(4, 5));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void aTimeIsDueAtItsLogicalTimeAndTheOffset() {
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
  void whatIsOnlyALittleLateIsLeftToBeFiredAsUsual() {
    Trigger trigger = daily(CatchUp.NONE);
    Outcome outcome = settle(trigger, firedUntil(trigger, day(4)), day(1), day(5).plusSeconds(60));
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.missed()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(5));
  }

  @Test
  void aStartThatIsMovedToEarlierHasAPastToBeCaughtUp() {
    Trigger was = withStart(daily(CatchUp.EARLIEST), day(4));
    Outcome outcome = settle(daily(CatchUp.EARLIEST), firedUntil(was, day(5)));
    assertThat(outcome.times()).isEqualTo(days(1, 2, 3));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
    assertThat(outcome.trigger().progress().from()).isEqualTo(day(1));
    assertThat(outcome.trigger().isEdited()).isFalse();
  }

  @Test
  void theStartOfAPeriodMovesWithoutBeingAnotherPeriod() {
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
  void beyondTheCapTheOldestAreMissed() {
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
  void yearsOfSecondsAreCappedAtOnceAndNotCountedToTheEnd() {
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
  void whatTheOldScheduleHadDueBeforeAnEditStillFiresAndTheNewOneHoldsFromThere() {
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
  void whatWasDueJustBeforeAnEditFiresEvenIfNothingIsCaughtUp() {
    Trigger was = with(every("PT24H", day(1)), CatchUp.NONE);
    Trigger now = with(every("PT1H", day(1)), CatchUp.NONE);
    Outcome outcome =
        settle(now, firedUntil(was, day(4)), day(5).plusSeconds(2), day(5).plusSeconds(3));
    assertThat(outcome.times()).isEqualTo(days(5));
    assertThat(outcome.missed()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(at("2022-01-05T01:00:00Z"));
  }

  @Test
  void anEditFromAClockThatIsAheadLosesNothing() {
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
  void anotherScheduleAndAnEarlierStartAreBothHonoured() {
    Trigger was = every("PT24H", day(4));
    Trigger now = every("PT12H", day(3));
    Outcome outcome = settle(now, firedUntil(was, day(5)), NOON, NOON);
    assertThat(outcome.times()).containsExactly(day(3), at("2022-01-03T12:00:00Z"));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void withAnotherOffsetEveryTimeStillFiresOnce() {
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
  void theCapIsForAllThatIsCaughtUpAtOnce() {
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
  void anEndThatIsMovedToLaterBringsNothingOfThePastBack() {
    Trigger was = withEnd(daily(CatchUp.EARLIEST), day(3));
    Outcome outcome = settle(daily(CatchUp.EARLIEST), firedUntil(was, day(2)), NOON, NOON);
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void aTimingThatNobodyCanReadAnyMoreIsAsGoodAsAnotherOne() {
    Trigger trigger = daily(CatchUp.EARLIEST);
    Progress unknown = Progress.none("by the moon").reached(day(1), day(3));
    Outcome outcome = settle(trigger, unknown, day(4), NOON);
    assertThat(outcome.times()).isEqualTo(days(5));
  }

  @Test
  void firesThatWereBegunFireWhateverTheModeSays() {
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
