package io.millrace.engine.freshness;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import io.millrace.engine.freshness.FreshnessObjectStore.FreshObject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts and budgets of a client and a site are the sums of their objects. */
class FreshnessSumTest extends FreshnessStoreTestBase {
  private static final List<String> OWNERS = List.of("bank/a", "bank/b", "bank/c");

  @ParameterizedTest
  @ValueSource(longs = {7, 8, 9})
  void whateverHappensTheCountsAndBudgetsAreTheSumOfTheObjects(long seed) throws Exception {
    Random random = new Random(seed);
    bankOfThree();
    for (int step = 0; step < 60; step++) {
      clock.pass(Duration.ofMinutes(random.nextInt(400)));
      String name = List.of("a", "b", "c").get(random.nextInt(3));
      switch (random.nextInt(9)) {
        case 0 -> settle();
        case 1 -> store.fold();
        case 2 -> save(userSite(name, "'status': '" + status(random.nextBoolean()) + "'"));
        case 3 -> save(userSite(name, "'fresh': {'within': '" + hours(random) + "h'}"));
        case 4 -> promise("'within': '" + hours(random) + "h', 'objective': 90");
        case 5 -> {
          directory.delete(EntryTables.USER_SITES, name);
          settle();
        }
        case 6 -> save(userSite(name, "'status': 'CONNECTED'"));
        default -> succeed("bank/" + name);
      }
      assertSums("seed " + seed + " step " + step);
    }
  }

  private static String userSite(String name, String fields) {
    return "{'user_site': {'id': '%s', 'user': 'ann', 'site': 'bank', %s}}".formatted(name, fields);
  }

  private static String status(boolean connected) {
    return connected ? "CONNECTED" : "STEP_NEEDED";
  }

  private static int hours(Random random) {
    return 4 + random.nextInt(5);
  }

  private void promise(String fresh) throws SQLException {
    save("{'client': {'id': 'app', 'name': 'App', 'fresh': {" + fresh + "}}}");
  }

  private void assertSums(String when) throws SQLException {
    Instant now = clock.instant();
    ErrorBudget sum = ErrorBudget.NONE;
    StateCounts states = StateCounts.NONE;
    for (FreshObject each : objects.find(OWNERS, now)) {
      assertThat(each.budget().remaining())
          .as("%s: not more than all of its time is stale", when)
          .isGreaterThanOrEqualTo(Duration.between(now, each.row().promisedAt()));
      sum = sum.plus(each.budget());
      FreshState state = each.row().standing().stateAt(now);
      states =
          states.plus(
              new StateCounts(
                  state == FreshState.FRESH ? 1 : 0,
                  state == FreshState.AT_RISK ? 1 : 0,
                  state == FreshState.STALE ? 1 : 0,
                  state == FreshState.EXEMPT ? 1 : 0));
    }
    for (String dimension : List.of("client", "site")) {
      List<FreshnessCounts> all = counts.counts(List.of(dimension), now);
      if (states.total() == 0) {
        assertThat(all).as(when).isEmpty();
        continue;
      }
      FreshnessCounts one = all.get(0);
      assertThat(one.counts()).as(when).isEqualTo(states);
      assertThat(one.budget().used()).as(when).isEqualTo(sum.used());
      assertThat(one.budget().allowed()).as(when).isCloseTo(sum.allowed(), Duration.ofMillis(3));
      assertThat(one.budget().burning()).as(when).isEqualTo(sum.burning());
    }
  }

  @Test
  void aLooserPromiseStartsWithAFullBudget() throws Exception {
    bankOfThree();
    succeed("bank/a"); // without a success the age would count from the promise
    pass(Duration.ofHours(16)); // ten of them stale
    promise("'within': '7h'");
    ErrorBudget budget = object("bank/a").budget();
    assertThat(budget.used()).isZero();
    assertThat(budget.remaining()).isZero();
    assertThat(object("bank/a").row().standing().since()).isEqualTo(clock.instant());
    pass(Duration.ofHours(1));
    assertThat(object("bank/a").budget().used()).isEqualTo(Duration.ofHours(1));
    assertSums("an hour after the change");
  }

  @Test
  void aDeletedUserSiteTakesItsStaleTimeAlong() throws Exception {
    bankOfThree();
    pass(Duration.ofHours(8));
    succeed("bank/a");
    succeed("bank/b");
    store.fold();
    directory.delete(EntryTables.USER_SITES, "a");
    clock.pass(Duration.ofHours(1));
    settle();
    assertSums("without a");
    save(userSite("a", "'status': 'CONNECTED'"));
    assertThat(object("bank/a").budget().used()).isZero();
    assertSums("with another a");
  }
}
