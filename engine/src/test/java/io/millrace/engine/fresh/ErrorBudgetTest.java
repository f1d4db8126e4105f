package io.millrace.engine.fresh;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorBudgetTest {
  private static final Instant NOON = Instant.parse("2026-03-31T12:00:00Z");
  private static final FreshPromise NINETY =
      new FreshPromise(Duration.ofHours(6), BigDecimal.valueOf(90));

  private static Instant day(int day) {
    return Instant.parse("2026-03-%02dT00:00:00Z".formatted(day));
  }

  @Test
  void theWindowEndsNowAndBeginsAtMidnight() {
    assertThat(ErrorBudget.windowStart(30, NOON)).isEqualTo(day(2));
    assertThat(ErrorBudget.windowStart(1, NOON)).isEqualTo(day(31));
  }

  @Test
  void theObjectiveAllowsItsPartOfTheWindow() {
    Instant longAgo = Instant.parse("2020-01-01T00:00:00Z");
    ErrorBudget budget = ErrorBudget.of(NINETY, longAgo, List.of(), 10, NOON);
    assertThat(budget.allowed()).isEqualTo(Duration.ofHours(9 * 24 + 12).dividedBy(10));
    assertThat(budget.remaining()).isEqualTo(budget.allowed());
    assertThat(budget.burnRate()).isZero();
  }

  @Test
  void aYoungPromiseAllowsItsPartOfItsOwnTime() {
    ErrorBudget budget =
        ErrorBudget.of(NINETY, NOON.minus(Duration.ofHours(10)), List.of(), 30, NOON);
    assertThat(budget.allowed()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void onlyStaleTimeInTheWindowIsUsedAndAnOpenPeriodCountsUpToNow() {
    List<StalePeriod> periods =
        List.of(
            new StalePeriod(day(1), day(2).plusSeconds(3_600)),
            new StalePeriod(day(10), day(10).plusSeconds(60)),
            new StalePeriod(NOON.minusSeconds(30), null));
    ErrorBudget budget = ErrorBudget.of(NINETY, day(1), periods, 30, NOON);
    assertThat(budget.used()).isEqualTo(Duration.ofSeconds(3_600 + 60 + 30));
    assertThat(budget.burning()).isEqualTo(1);
    assertThat(budget.burnRate()).isEqualTo(10);
  }

  @Test
  void whatWasStaleBeforeThePromiseWasMadeIsNotUsed() {
    List<StalePeriod> periods =
        List.of(
            new StalePeriod(day(10), day(11)), new StalePeriod(day(19), day(20).plusSeconds(60)));
    ErrorBudget budget = ErrorBudget.of(NINETY, day(20), periods, 30, NOON);
    assertThat(budget.used()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void budgetsAdd() {
    ErrorBudget stale =
        ErrorBudget.of(
            NINETY, day(1), List.of(new StalePeriod(NOON.minusSeconds(10), null)), 30, NOON);
    ErrorBudget fresh = ErrorBudget.of(NINETY, day(20), List.of(), 30, NOON);
    ErrorBudget both = stale.plus(fresh);
    assertThat(both.allowed()).isEqualTo(stale.allowed().plus(fresh.allowed()));
    assertThat(both.used()).isEqualTo(stale.used());
    assertThat(both.burnRate()).as("one of two, of which a tenth may be stale").isEqualTo(5);
  }

  @Test
  void allOfTheTimeAllowsNothing() {
    FreshPromise always = new FreshPromise(Duration.ofHours(1), BigDecimal.valueOf(100));
    ErrorBudget budget =
        ErrorBudget.of(always, day(1), List.of(new StalePeriod(day(30), null)), 30, NOON);
    assertThat(budget.allowed()).isZero();
    assertThat(budget.burnRate()).isInfinite();
    assertThat(budget.isUsedUpWithin(Duration.ZERO)).isTrue();
  }

  @Test
  void aBudgetIsUsedUpSoonIfWhatIsStaleStaysSo() {
    ErrorBudget budget = new ErrorBudget(Duration.ofHours(48), Duration.ofHours(40), 1, 0.1);
    assertThat(budget.isUsedUpWithin(Duration.ofHours(8))).isFalse();
    assertThat(budget.isUsedUpWithin(Duration.ofHours(9))).isTrue();
    assertThat(ErrorBudget.NONE.isUsedUpWithin(Duration.ofDays(1))).isFalse();
  }
}
