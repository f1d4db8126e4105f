package io.millrace.engine.fresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.fresh.Freshness.Before;
import io.millrace.engine.fresh.Freshness.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A promise of 6 h, made at midnight, with a last success at 02:00. */
class FreshnessTest {
  private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");
  private static final FreshPromise SIX_HOURS = FreshPromise.of(Duration.ofHours(6));
  private static final Duration HOUR = Duration.ofHours(1);

  private static Instant at(String time) {
    return Instant.parse("2026-03-01T" + time + ":00Z");
  }

  private static Instant orNull(String time) {
    return time == null ? null : at(time);
  }

  private static Freshness freshness(String lastSuccess) {
    return new Freshness(SIX_HOURS, MIDNIGHT, orNull(lastSuccess), null, null, null);
  }

  private static RefreshOutlook ahead(String booked, String planned, Duration typical) {
    return new RefreshOutlook(orNull(booked), orNull(planned), null, null, typical, null, false);
  }

  @ParameterizedTest
  @CsvSource({
    // now, booked, planned, state, since, judged next
    "02:00,,,fresh,02:00,07:00",
    "06:59,,,fresh,02:00,07:00",
    "07:00,07:30,,fresh,02:00,07:05",
    "07:00,,07:30,fresh,02:00,07:05",
    "07:28,07:20,,fresh,02:00,07:33",
    "07:48,07:20,,fresh,02:00,07:53",
    "07:00,07:50,,fresh,02:00,07:05",
    "07:50,07:50,,fresh,02:00,07:55",
    "07:00,07:51,,at-risk,07:00,08:00",
    "07:00,09:00,07:30,fresh,02:00,07:05",
    "07:00,,,at-risk,07:00,08:00",
    "07:59,07:50,,at-risk,07:59,08:00",
    "08:00,08:01,,stale,08:00,",
    "09:00,,,stale,08:00,",
  })
  void theStateFollowsFromTheLastSuccessAndFromWhatIsAhead(
      String now, String booked, String planned, String state, String since, String next) {
    Verdict verdict =
        freshness("02:00")
            .judge(
                new Before(FreshState.FRESH, at("02:00")),
                ahead(booked, planned, Duration.ofMinutes(10)),
                HOUR,
                at(now));
    assertThat(verdict.state().text()).isEqualTo(state);
    assertThat(verdict.since()).isEqualTo(at(since));
    assertThat(verdict.nextAt()).isEqualTo(orNull(next));
  }

  @Test
  void withoutAnySuccessTheAgeCountsFromThePromise() {
    assertThat(freshness(null).staleAt()).isEqualTo(at("06:00"));
    assertThat(freshness(null).judge(null, RefreshOutlook.NOTHING, HOUR, at("06:00")).state())
        .isEqualTo(FreshState.STALE);
  }

  @Test
  void aPromiseThatIsBrokenWhenItIsMadeIsStaleFromThenOn() {
    Instant before = MIDNIGHT.minus(Duration.ofDays(3));
    Freshness old = new Freshness(SIX_HOURS, MIDNIGHT, before, null, null, null);
    Verdict verdict = old.judge(null, RefreshOutlook.NOTHING, HOUR, MIDNIGHT.plusSeconds(2));
    assertThat(verdict).isEqualTo(new Verdict(FreshState.STALE, MIDNIGHT, null));
  }

  @Test
  void aChangedPromiseIsStaleFromTheChangeOn() {
    Freshness changed = new Freshness(SIX_HOURS, at("10:00"), at("02:00"), null, null, null);
    Verdict verdict =
        changed.judge(
            new Before(FreshState.STALE, at("07:00")), RefreshOutlook.NOTHING, HOUR, at("10:00"));
    assertThat(verdict).isEqualTo(new Verdict(FreshState.STALE, at("10:00"), null));
  }

  @Test
  void staleDataIsJudgedWhenAnExemptionBeginsByItself() {
    Freshness stale = new Freshness(SIX_HOURS, MIDNIGHT, at("02:00"), null, null, at("11:00"));
    assertThat(stale.judge(null, RefreshOutlook.NOTHING, HOUR, at("09:00")))
        .isEqualTo(new Verdict(FreshState.STALE, at("08:00"), at("11:00")));
  }

  @Test
  void nothingAheadCountsWhileRefreshesFailOrDoNotStart() {
    Before fresh = new Before(FreshState.FRESH, at("02:00"));
    RefreshOutlook failing =
        new RefreshOutlook(at("07:05"), at("07:10"), null, null, Duration.ZERO, at("07:30"), true);
    assertThat(freshness("02:00").judge(fresh, failing, HOUR, at("07:00")).state())
        .isEqualTo(FreshState.AT_RISK);
    RefreshOutlook waits = RefreshOutlook.open(at("06:56"), null);
    assertThat(freshness("02:00").judge(fresh, waits, HOUR, at("07:00")).state())
        .isEqualTo(FreshState.FRESH);
    assertThat(freshness("02:00").judge(fresh, waits, HOUR, at("07:01")).state())
        .as("for longer than is usual")
        .isEqualTo(FreshState.AT_RISK);
    RefreshOutlook runs = RefreshOutlook.open(at("06:56"), at("07:40"));
    assertThat(freshness("02:00").judge(fresh, runs, HOUR, at("07:01")).state())
        .isEqualTo(FreshState.FRESH);
  }

  @Test
  void exemptTimeIsNotStaleTime() {
    Freshness exempt =
        new Freshness(
            SIX_HOURS, MIDNIGHT, at("02:00"), FreshExemption.INTERACTION_NEEDED, null, null);
    Verdict first =
        exempt.judge(
            new Before(FreshState.FRESH, at("02:00")), RefreshOutlook.NOTHING, HOUR, at("05:00"));
    assertThat(first).isEqualTo(new Verdict(FreshState.EXEMPT, at("05:00"), null));
    Verdict after =
        freshness("02:00")
            .judge(
                new Before(first.state(), first.since()),
                RefreshOutlook.NOTHING,
                HOUR,
                at("12:00"));
    assertThat(after).isEqualTo(new Verdict(FreshState.STALE, at("12:00"), null));
  }

  @Test
  void anExemptionThatEndsByItselfIsJudgedThen() {
    Freshness exempt =
        new Freshness(
            SIX_HOURS,
            MIDNIGHT,
            at("02:00"),
            FreshExemption.RECENTLY_REQUIRED_MFA,
            at("09:00"),
            null);
    assertThat(exempt.judge(null, RefreshOutlook.NOTHING, HOUR, at("05:00")).nextAt())
        .isEqualTo(at("09:00"));
  }

  @Test
  void aShortPromiseLooksAheadForHalfOfItsTime() {
    FreshPromise tenMinutes = FreshPromise.of(Duration.ofMinutes(10));
    assertThat(Freshness.lead(tenMinutes, HOUR)).isEqualTo(Duration.ofMinutes(5));
    assertThat(Freshness.lead(SIX_HOURS, HOUR)).isEqualTo(HOUR);
  }

  @Test
  void anOpenAttemptIsExpectedToEndAsUsual() {
    RefreshOutlook queued =
        new RefreshOutlook(
            at("09:00"), null, at("07:00"), null, Duration.ofMinutes(20), null, false);
    assertThat(queued.probableEnd(at("07:10"))).contains(at("07:20"));
    RefreshOutlook late =
        new RefreshOutlook(
            at("09:00"), null, at("07:00"), at("07:40"), Duration.ofMinutes(20), null, false);
    assertThat(late.probableEnd(at("07:30"))).as("its deadline").contains(at("07:40"));
  }

  @Test
  void aDayThatIsNotPlannedYetMayStillBringARefresh() {
    RefreshOutlook unplanned =
        new RefreshOutlook(null, null, null, null, Duration.ZERO, at("07:30"), false);
    Before fresh = new Before(FreshState.FRESH, at("02:00"));
    assertThat(freshness("02:00").judge(fresh, unplanned, HOUR, at("07:00")))
        .isEqualTo(new Verdict(FreshState.FRESH, at("02:00"), at("07:01")));
    RefreshOutlook planned =
        new RefreshOutlook(null, null, null, null, Duration.ZERO, at("09:00"), false);
    assertThat(freshness("02:00").judge(fresh, planned, HOUR, at("07:00")).state())
        .isEqualTo(FreshState.AT_RISK);
  }

  /**
   * Successes, exemptions and judgements at any time: stale is never called fresh, and the stale
   * periods add up to the time in which the data was too old and the promise counted.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void staleIsNeverCalledFreshAndThePeriodsAddUp(long seed) {
    for (int run = 0; run < 50; run++) {
      RandomLife life = new RandomLife(new Random(seed * 1_000 + run));
      life.live();
      Duration stale = Duration.ZERO;
      Instant last = Instant.MIN;
      for (StalePeriod period : life.periods) {
        assertThat(period.start()).as("nothing is counted twice").isAfterOrEqualTo(last);
        last = period.end() == null ? life.now : period.end();
        stale = stale.plus(period.within(MIDNIGHT, life.now));
      }
      assertThat(stale).as("seed %s run %s", seed, run).isEqualTo(life.tooOld);
      ErrorBudget budget = ErrorBudget.of(life.promise, MIDNIGHT, life.periods, 30, life.now);
      assertThat(budget.allowed().minus(budget.used())).isEqualTo(budget.remaining());
      assertThat(budget.used()).isEqualTo(stale);
    }
  }

  /** The life of one object, minute by minute, as the store keeps it. */
  private static final class RandomLife {
    private final Random random;
    private final FreshPromise promise;
    private final List<StalePeriod> periods = new ArrayList<>();
    private Instant now = MIDNIGHT;
    private Instant lastSuccess;
    private boolean exempt;
    private Verdict stored;
    private Duration tooOld = Duration.ZERO;

    RandomLife(Random random) {
      this.random = random;
      this.promise = FreshPromise.of(Duration.ofMinutes(20 + random.nextInt(200)));
      judge();
    }

    void live() {
      for (int minute = 0; minute < 1_000; minute++) {
        Instant staleAt = current().staleAt();
        boolean counts = !exempt && !now.isBefore(staleAt);
        FreshState shown = Freshness.stateNow(stored.state(), staleAt, now);
        assertThat(shown == FreshState.STALE).isEqualTo(counts);
        now = now.plusSeconds(60);
        if (counts) {
          tooOld = tooOld.plusMinutes(1);
        }
        if (random.nextInt(60) == 0) {
          exempt = !exempt;
          judge();
        }
        if (random.nextInt(120) == 0) {
          succeed();
        }
        if (stored.nextAt() != null && !now.isBefore(stored.nextAt())) {
          judge();
        }
      }
      close(now);
    }

    private Freshness current() {
      return new Freshness(
          promise,
          MIDNIGHT,
          lastSuccess,
          exempt ? FreshExemption.INTERACTION_NEEDED : null,
          null,
          null);
    }

    private void judge() {
      Before before = stored == null ? null : new Before(stored.state(), stored.since());
      Verdict next = current().judge(before, RefreshOutlook.NOTHING, HOUR, now);
      if (stored != null && stored.state() != next.state()) {
        close(next.since());
      }
      stored = next;
    }

    /** As the statement does that is written with a success. */
    private void succeed() {
      lastSuccess = now;
      if (!exempt) {
        close(now);
        Instant next = promise.staleAt(now).minus(Freshness.lead(promise, HOUR));
        stored = new Verdict(FreshState.FRESH, now, next);
      }
    }

    private void close(Instant end) {
      if (stored.state() == FreshState.STALE) {
        periods.add(new StalePeriod(stored.since(), end));
      }
    }
  }
}
