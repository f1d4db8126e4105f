package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.TriggerExamples.SETTINGS;
import static io.millrace.engine.trigger.TriggerExamples.at;
import static io.millrace.engine.trigger.TriggerExamples.daily;
import static io.millrace.engine.trigger.TriggerExamples.day;
import static io.millrace.engine.trigger.TriggerExamples.days;
import static io.millrace.engine.trigger.TriggerExamples.every;
import static io.millrace.engine.trigger.TriggerExamples.firedUntil;
import static io.millrace.engine.trigger.TriggerExamples.job;
import static io.millrace.engine.trigger.TriggerExamples.with;
import static io.millrace.engine.trigger.TriggerExamples.withEnd;
import static io.millrace.engine.trigger.TriggerExamples.withOffset;
import static io.millrace.engine.trigger.TriggerExamples.withStart;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.schedule.CronSchedule;
import io.millrace.engine.trigger.CatchUpDecisionContext.CatchUpDecision;
import io.millrace.engine.trigger.CatchUpDecisionContext.CatchUpPlace;
import io.millrace.engine.trigger.MissedFires.MissedReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Decisions about the past of a trigger, at noon on 5 January 2022. */
class CatchUpDecisionTest {
  private static final Instant NOON = at("2022-01-05T12:00:00Z");

  /** The logical times in the order in which they fire, and the trigger afterwards. */
  private record DecidedCatchUp(
      List<Instant> times, List<MissedFires> missed, LiveTrigger trigger) {
    Instant nextDue() {
      return trigger.nextDue().orElseThrow();
    }
  }

  private static DecidedCatchUp settle(
      Trigger trigger, TriggerProgress progress, Instant savedAt, Instant now) {
    LiveTrigger live = new LiveTrigger(job(1, false, 1, savedAt, trigger), trigger, progress);
    CatchUpDecision settled = live.startCatchUpDecision(SETTINGS, 7, now).decide();
    live.applyCatchUpDecision(settled.progress());
    List<Instant> times =
        settled.places().stream()
            .sorted(Comparator.comparingLong(CatchUpPlace::place))
            .map(CatchUpPlace::time)
            .toList();
    return new DecidedCatchUp(times, settled.missed(), live);
  }

  private static DecidedCatchUp settle(Trigger trigger, TriggerProgress progress) {
    return settle(trigger, progress, day(1), NOON);
  }

  @Test
  void earliestFiresWhatWasMissedInItsOrderAndWaitsForTheNext() {
    DecidedCatchUp outcome = settle(daily(CatchUpMode.EARLIEST), null);
    assertThat(outcome.times()).isEqualTo(days(1, 2, 3, 4, 5));
    assertThat(outcome.missed()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void latestFiresTheNewestFirst() {
    DecidedCatchUp outcome = settle(daily(CatchUpMode.LATEST), null);
    assertThat(outcome.times()).isEqualTo(days(5, 4, 3, 2, 1));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void randomFiresAllOfThemInAnOrderThatFollowsFromTheSeed() {
    Trigger hourly = with(every("PT1H", day(1)), CatchUpMode.RANDOM);
    DecidedCatchUp outcome = settle(hourly, null);
    List<Instant> sorted = new FireTimeRange(hourly, day(1).minusNanos(1), NOON).oldest(1000);
    assertThat(outcome.times()).containsExactlyInAnyOrderElementsOf(sorted).isNotEqualTo(sorted);
    assertThat(settle(hourly, null).times()).isEqualTo(outcome.times());
  }

  @Test
  void noneFiresNothingSaysSoAndWaitsForTheNext() {
    DecidedCatchUp outcome = settle(daily(CatchUpMode.NONE), null);
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.missed())
        .containsExactly(new MissedFires(day(1), day(5), 5, false, MissedReason.CATCHUP_NONE));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
    assertThat(outcome.trigger().progress().missed()).isEqualTo(5);
  }

  @Test
  void theEndIsNotFiredAnyMore() {
    DecidedCatchUp outcome = settle(withEnd(daily(CatchUpMode.EARLIEST), day(3)), null);
    assertThat(outcome.times()).isEqualTo(days(1, 2));
    assertThat(outcome.trigger().nextDue()).isEmpty();
  }

  @Test
  void whatWasFiredIsNotFiredAgain() {
    Trigger trigger = daily(CatchUpMode.EARLIEST);
    DecidedCatchUp outcome = settle(trigger, firedUntil(trigger, day(3)));
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
    Trigger trigger = daily(CatchUpMode.NONE);
    DecidedCatchUp outcome =
        settle(trigger, firedUntil(trigger, day(4)), day(1), day(5).plusSeconds(60));
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.missed()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(5));
  }

  @Test
  void aStartThatIsMovedToEarlierHasAPastToBeCaughtUp() {
    Trigger was = withStart(daily(CatchUpMode.EARLIEST), day(4));
    DecidedCatchUp outcome = settle(daily(CatchUpMode.EARLIEST), firedUntil(was, day(5)));
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
    DecidedCatchUp outcome = settle(now, firedUntil(was, day(4)));
    assertThat(outcome.times()).isEqualTo(days(1, 2, 5));
    LiveTrigger later =
        new LiveTrigger(
            job(1, false, 1, NOON, withStart(was, day(4))),
            withStart(was, day(4)),
            firedUntil(was, day(4)));
    assertThat(later.isEdited()).isFalse();
    assertThat(later.adoptEquivalentTiming()).isTrue();
    assertThat(later.nextDue()).contains(day(5));
  }

  @Test
  void beyondTheCapTheOldestAreMissed() {
    Trigger minutes = every("PT1M", at("2022-01-01T00:00:00Z"));
    DecidedCatchUp outcome = settle(minutes, null, day(1), at("2022-01-05T12:00:30Z"));
    assertThat(outcome.times()).hasSize(1000).isSorted().endsWith(NOON);
    Instant firstKept = NOON.minus(Duration.ofMinutes(999));
    assertThat(outcome.times().get(0)).isEqualTo(firstKept);
    assertThat(outcome.missed())
        .containsExactly(
            new MissedFires(
                day(1),
                firstKept.minusSeconds(60),
                4 * 1440 + 720 + 1 - 1000,
                false,
                MissedReason.OVER_THE_CAP));
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
            CronSchedule.parse("* * * * * ?"),
            Duration.ZERO,
            CatchUpMode.LATEST);
    DecidedCatchUp outcome = settle(seconds, null);
    assertThat(outcome.times()).hasSize(1000).startsWith(NOON, NOON.minusSeconds(1));
    assertThat(outcome.missed())
        .containsExactly(
            new MissedFires(
                at("2012-01-01T00:00:00Z"),
                NOON.minusSeconds(1000),
                FireTimeRange.MOST_COUNTED,
                true,
                MissedReason.OVER_THE_CAP));
  }

  @Test
  void whatTheOldScheduleHadDueBeforeAnEditStillFiresAndTheNewOneHoldsFromThere() {
    Trigger was = every("PT24H", day(1));
    Trigger now = every("PT1H", day(1));
    DecidedCatchUp outcome = settle(now, firedUntil(was, day(2)), at("2022-01-05T10:30:00Z"), NOON);
    List<Instant> expected = new ArrayList<>(days(3, 4, 5));
    expected.add(at("2022-01-05T11:00:00Z"));
    expected.add(NOON);
    assertThat(outcome.times()).isEqualTo(expected);
    assertThat(outcome.nextDue()).isEqualTo(at("2022-01-05T13:00:00Z"));
    assertThat(outcome.trigger().isEdited()).isFalse();
  }

  @Test
  void whatWasDueJustBeforeAnEditFiresEvenIfNothingIsCaughtUp() {
    Trigger was = with(every("PT24H", day(1)), CatchUpMode.NONE);
    Trigger now = with(every("PT1H", day(1)), CatchUpMode.NONE);
    DecidedCatchUp outcome =
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
    DecidedCatchUp ahead =
        settle(now, firedUntil(was, eleven), NOON.plusSeconds(5), NOON.minusSeconds(5));
    assertThat(ahead.times()).containsExactly(NOON);
    assertThat(ahead.nextDue()).isEqualTo(at("2022-01-05T12:10:00Z"));
    DecidedCatchUp farAhead =
        settle(now, firedUntil(was, eleven), NOON.plusSeconds(3600), NOON.minusSeconds(5));
    assertThat(farAhead.times()).isEmpty();
    assertThat(farAhead.nextDue()).isEqualTo(NOON);
  }

  @Test
  void anotherScheduleAndAnEarlierStartAreBothHonoured() {
    Trigger was = every("PT24H", day(4));
    Trigger now = every("PT12H", day(3));
    DecidedCatchUp outcome = settle(now, firedUntil(was, day(5)), NOON, NOON);
    assertThat(outcome.times()).containsExactly(day(3), at("2022-01-03T12:00:00Z"));
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void withAnotherOffsetEveryTimeStillFiresOnce() {
    Trigger was = every("PT1H", day(1));
    Trigger later = withOffset(was, Duration.ofHours(1));
    Instant ten = at("2022-01-05T10:00:00Z");
    Instant eleven = at("2022-01-05T11:00:00Z");
    DecidedCatchUp shifted = settle(later, firedUntil(was, ten), NOON.minusSeconds(5), NOON);
    assertThat(shifted.times()).containsExactly(eleven); // it was due before the edit
    assertThat(shifted.nextDue()).isEqualTo(at("2022-01-05T13:00:00Z"));
    DecidedCatchUp back = settle(was, firedUntil(later, ten), NOON.minusSeconds(5), NOON);
    assertThat(back.times())
        .containsExactly(eleven, NOON); // one of them is late, so all are caught up
    assertThat(back.nextDue()).isEqualTo(at("2022-01-05T13:00:00Z"));
  }

  @Test
  void theCapIsForAllThatIsCaughtUpAtOnce() {
    Trigger was = every("PT1M", day(3));
    Trigger now = with(every("PT2M", day(1)), CatchUpMode.LATEST);
    Instant changed = day(4);
    DecidedCatchUp outcome =
        settle(now, firedUntil(was, day(3)), changed, changed.plus(Duration.ofMinutes(1400)));
    assertThat(outcome.times()).hasSize(1000);
    assertThat(outcome.times().get(999)).isEqualTo(changed.minus(Duration.ofMinutes(299)));
    assertThat(outcome.missed())
        .extracting(MissedFires::first, MissedFires::last, MissedFires::fires)
        .containsExactly(
            tuple(day(1), day(3).minusSeconds(120), 1440L),
            tuple(day(3).plusSeconds(60), changed.minus(Duration.ofMinutes(300)), 1140L));
  }

  @Test
  void anEndThatIsMovedToLaterBringsNothingOfThePastBack() {
    Trigger was = withEnd(daily(CatchUpMode.EARLIEST), day(3));
    DecidedCatchUp outcome =
        settle(daily(CatchUpMode.EARLIEST), firedUntil(was, day(2)), NOON, NOON);
    assertThat(outcome.times()).isEmpty();
    assertThat(outcome.nextDue()).isEqualTo(day(6));
  }

  @Test
  void aTimingThatNobodyCanReadAnyMoreIsAsGoodAsAnotherOne() {
    Trigger trigger = daily(CatchUpMode.EARLIEST);
    TriggerProgress unknown = TriggerProgress.none("by the moon").withRange(day(1), day(3));
    DecidedCatchUp outcome = settle(trigger, unknown, day(4), NOON);
    assertThat(outcome.times()).isEqualTo(days(5));
  }

  @Test
  void firesThatWereBegunFireWhateverTheModeSays() {
    Trigger trigger = daily(CatchUpMode.NONE);
    LiveTrigger live =
        new LiveTrigger(job(1, false, 1, day(1), trigger), trigger, firedUntil(trigger, day(2)));
    Fire third = live.takeNextFire();
    Fire fourth = live.takeNextFire();
    live.acknowledge(fourth, NOON);
    CatchUpDecision settled = live.startCatchUpDecision(SETTINGS, 7, NOON).decide();
    live.applyCatchUpDecision(settled.progress());
    assertThat(settled.places()).extracting(CatchUpPlace::time).containsExactly(day(3));
    assertThat(settled.missed())
        .containsExactly(new MissedFires(day(5), day(5), 1, false, MissedReason.CATCHUP_NONE));
    assertThat(live.progress().fired()).isEqualTo(1);
    assertThat(live.acknowledge(third, NOON)).isFalse(); // it is a catch-up fire now
  }
}
