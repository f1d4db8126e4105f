package io.millrace.engine.freshness;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectOrder;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectQuery;
import io.millrace.engine.freshness.FreshnessRounds.KnownDefinitions;
import io.millrace.engine.source.Sources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** States follow the clock, the settings and the history. */
class FreshnessFollowTest extends FreshnessStoreTestBase {

  private void loginNeeded(String lastLogin) throws Exception {
    bankOfThree();
    save(
        "{'client': {'id': 'app', 'name': 'App', 'requires_recent_login': true,"
            + " 'fresh': {'within': '6h'}}}",
        "{'user': {'id': 'ann', 'client': 'app', 'last_login': '" + lastLogin + "'}}");
  }

  @Test
  void staleDataIsExemptOnceTheLastLoginIsTooOld() throws Exception {
    loginNeeded("2026-02-28T12:00:00Z");
    pass(Duration.ofDays(88));
    assertThat(state("bank/a")).isEqualTo("stale");
    pass(Duration.ofDays(1));
    assertThat(state("bank/a")).as("90 days are recent").isEqualTo("stale");
    pass(Duration.ofMillis(1));
    assertThat(state("bank/a")).isEqualTo("exempt not-logged-in-recently");
    Duration used = object("bank/a").budget().used();
    pass(Duration.ofHours(5));
    assertThat(object("bank/a").budget().used()).isEqualTo(used);
  }

  @Test
  void aProviderThatLeavesTheBlacklistCountsAgain() throws Exception {
    restartWith("throttling.blacklistedProviders = [p]");
    bankOfThree();
    assertThat(state("bank/a")).isEqualTo("exempt provider-blacklisted");
    succeed("bank/a");
    restartWith("throttling.blacklistedProviders = []");
    assertThat(state("bank/a")).isEqualTo("fresh");
    pass(Duration.ofHours(6));
    assertThat(state("bank/a")).isEqualTo("stale");
    restartWith("throttling.blacklistedProviders = [p]");
    assertThat(state("bank/a")).isEqualTo("exempt provider-blacklisted");
  }

  @Test
  void aChangedMaximumSinceTheLastLoginIsFollowed() throws Exception {
    loginNeeded("2026-02-21T12:00:00Z");
    restartWith("maximumDaysSinceLastLogin = 2");
    assertThat(state("bank/a")).isEqualTo("exempt not-logged-in-recently");
    restartWith("maximumDaysSinceLastLogin = 90");
    assertThat(state("bank/a")).isEqualTo("fresh");
  }

  @Test
  void theSameSettingsJudgeNothingAgain() throws Exception {
    bankOfThree();
    store.followSettings();
    settle();
    store.followSettings();
    assertThat(store.followChange(Map.of(), clock.instant())).isFalse();
  }

  @Test
  void whatNobodyHasJudgedYetIsListedAsStaleAndNowhereElse() throws Exception {
    bankOfThree();
    pass(Duration.ofHours(3));
    succeed("bank/c");
    clock.pass(Duration.ofHours(3)); // a and b are stale by now
    assertThat(counts("client", "app")).isEqualTo(new StateCounts(1, 0, 2, 0));
    assertThat(listed(FreshState.STALE)).containsExactly("a", "b");
    assertThat(listed(FreshState.FRESH)).containsExactly("c");
    settle();
    clock.pass(Duration.ofHours(3)); // c, too
    assertThat(listed(FreshState.STALE)).containsExactly("a", "b", "c");
    assertThat(listed(FreshState.FRESH)).isEmpty();
    assertThat(listed(FreshState.AT_RISK)).isEmpty();
    assertThat(
            objects
                .list(
                    new ObjectQuery(
                        FreshState.STALE, null, null, ObjectOrder.OLDEST, "bank/a", 100),
                    clock.instant())
                .stream()
                .map(it -> it.row().subject().name())
                .toList())
        .isEqualTo(List.of("b", "c"));
  }

  @Test
  void aPromiseThatIsBrokenWhenItIsMadeIsToldOf() throws Exception {
    save(
        "{'client': {'id': 'app', 'name': 'App'}}",
        "{'site': {'id': 'bank', 'provider': 'p'}}",
        "{'user': {'id': 'ann', 'client': 'app'}}",
        "{'user_site': {'id': 'a', 'user': 'ann', 'site': 'bank',"
            + " 'last_refresh': '2026-02-01T00:00:00Z'}}",
        "{'user_site': {'id': 'b', 'user': 'ann', 'site': 'bank',"
            + " 'last_refresh': '2026-03-01T11:00:00Z'}}");
    save("{'client': {'id': 'app', 'name': 'App', 'fresh': {'within': '6h'}}}");
    assertThat(state("bank/a")).isEqualTo("stale");
    assertThat(kinds("bank/a")).containsExactly("stale");
    assertThat(kinds("bank/b")).containsExactly("");
  }

  private void book(String at) throws Exception {
    TestSql.execute(
        database,
        "insert into due (owner, at, schedule) select 'bank/' || name, '%s', ''".formatted(at)
            + " from unnest(array['a', 'b', 'c']) as name");
  }

  /** At 17:00 the promise of 12:00 is looked at. A refresh is booked for 17:30. */
  private void bookedInTime() throws Exception {
    bankOfThree();
    book("2026-03-01T17:30:00Z");
    pass(Duration.ofHours(5).minusMinutes(1));
  }

  @Test
  void aBookedRefreshKeepsThePromiseUnlessTheNewestAttemptFailed() throws Exception {
    bookedInTime();
    task("c", "FAILED", clock.instant().minusSeconds(120));
    task("c", "CANCELED", clock.instant().minusSeconds(60));
    pass(Duration.ofMinutes(1));
    assertThat(state("bank/a")).isEqualTo("fresh");
    assertThat(state("bank/c")).isEqualTo("at-risk");
  }

  @Test
  void aRefreshThatBeginsToFailIsSeenWithinMinutes() throws Exception {
    bookedInTime();
    pass(Duration.ofMinutes(1));
    assertThat(state("bank/a")).isEqualTo("fresh");
    task("a", "FAILED", clock.instant());
    pass(Duration.ofMinutes(5));
    assertThat(state("bank/a")).isEqualTo("at-risk");
    assertThat(state("bank/b")).isEqualTo("fresh");
  }

  @Test
  void aSiteWhoseRefreshesFailPutsTheOthersAtRisk() throws Exception {
    bookedInTime();
    for (String other : List.of("d", "e", "f", "g")) {
      task(other, "FAILED", clock.instant().minusSeconds(300));
    }
    pass(Duration.ofMinutes(1));
    assertThat(state("bank/a")).isEqualTo("at-risk");
  }

  @Test
  void aPausedPoolPutsWhatIsBookedAtRisk() throws Exception {
    bookedInTime();
    task("d", "SCHEDULED", clock.instant().minus(Duration.ofMinutes(6)));
    pass(Duration.ofMinutes(1));
    assertThat(state("bank/a")).isEqualTo("at-risk");
  }

  @Test
  void aBudgetThatBurnsIsToldOfOnceADay() throws Exception {
    bankOfThree();
    FreshnessRounds rounds =
        new FreshnessRounds(
            database.dataSource(),
            settings,
            new KnownDefinitions(() -> Sources.NONE, () -> 0, List::of),
            new FreshnessMeters(new SimpleMeterRegistry()));
    pass(Duration.ofHours(10));
    for (int minute = 0; minute < 3; minute++) {
      clock.pass(Duration.ofMinutes(1));
      while (rounds.run(clock.instant())) {
        // there is more
      }
    }
    assertThat(kinds("client app")).containsExactly("budget-burning");
    assertThat(kinds("site bank")).containsExactly("budget-burning");
  }
}
