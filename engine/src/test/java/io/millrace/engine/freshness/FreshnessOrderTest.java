package io.millrace.engine.freshness;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreshnessOrderTest {
  private static final RankedFreshness LATE = row("late", 5, 1, Duration.ofHours(9));
  private static final RankedFreshness OLD = row("old", 1, 9, Duration.ofHours(30));
  private static final RankedFreshness FRESH = row("fresh", 0, 3, null);
  private static final List<RankedFreshness> ALL = List.of(FRESH, LATE, OLD);

  private static RankedFreshness row(String name, long stale, int usedHours, Duration age) {
    ErrorBudget budget =
        new ErrorBudget(Duration.ofHours(10), Duration.ofHours(usedHours), stale, 0.01);
    return new RankedFreshness(
        new FreshnessCounts("client", name, new StateCounts(1, 0, stale, 0), budget),
        age == null ? null : new OldestData(age, Duration.ofHours(6)));
  }

  @Test
  void theLargestComesFirstAndTheSmallestIfItIsReversed() {
    assertThat(FreshnessOrder.STALE.sorted(ALL, false)).containsExactly(LATE, OLD, FRESH);
    assertThat(FreshnessOrder.STALE.sorted(ALL, true)).containsExactly(FRESH, OLD, LATE);
    assertThat(FreshnessOrder.AGE.sorted(ALL, false)).containsExactly(OLD, LATE, FRESH);
    assertThat(FreshnessOrder.AGE.sorted(ALL, true)).containsExactly(FRESH, LATE, OLD);
    assertThat(FreshnessOrder.BUDGET.sorted(ALL, false)).containsExactly(OLD, FRESH, LATE);
    assertThat(FreshnessOrder.BURN.sorted(ALL, false)).containsExactly(LATE, OLD, FRESH);
  }

  @Test
  void namesAreInTheirOrderAlsoAmongEqualNumbers() {
    assertThat(FreshnessOrder.NAME.sorted(ALL, false)).containsExactly(FRESH, LATE, OLD);
    assertThat(FreshnessOrder.NAME.sorted(ALL, true)).containsExactly(OLD, LATE, FRESH);
    assertThat(FreshnessOrder.EXEMPT.sorted(ALL, false)).containsExactly(FRESH, LATE, OLD);
    assertThat(FreshnessOrder.EXEMPT.sorted(ALL, true)).containsExactly(FRESH, LATE, OLD);
  }

  @Test
  void aPageBeginsBehindItsNameOrFromTheStartIfThatNameIsGone() {
    assertThat(FreshnessOrder.behind(ALL, null)).isEqualTo(ALL);
    assertThat(FreshnessOrder.behind(ALL, "late")).containsExactly(OLD);
    assertThat(FreshnessOrder.behind(ALL, "old")).isEmpty();
    assertThat(FreshnessOrder.behind(ALL, "gone")).isEqualTo(ALL);
  }
}
