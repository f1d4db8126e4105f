package io.millrace.engine.freshness;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.TestSql;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import io.millrace.engine.freshness.FreshnessObjectStore.FreshObject;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectOrder;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectQuery;
import io.millrace.engine.store.TestSuccesses;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreshnessStoreTest extends FreshnessStoreTestBase {

  @Test
  void aUserSiteBecomesStaleAndFreshAgainAndEachIsCountedOnce() throws Exception {
    bankOfThree();
    assertThat(counts("client", "app")).isEqualTo(new StateCounts(3, 0, 0, 0));
    pass(Duration.ofHours(5));
    assertThat(state("bank/a")).as("nothing is ahead").isEqualTo("at-risk");
    succeed("bank/b");
    assertThat(state("bank/b")).isEqualTo("fresh");
    assertThat(counts("site", "bank")).isEqualTo(new StateCounts(1, 2, 0, 0));
    pass(Duration.ofHours(2));
    assertThat(state("bank/a")).isEqualTo("stale");
    assertThat(counts("client", "app")).isEqualTo(new StateCounts(1, 0, 2, 0));
    assertThat(object("bank/a").row().standing().since())
        .isEqualTo(Instant.parse("2026-03-01T18:00:00Z"));
    succeed("bank/a");
    assertThat(counts("client", "app")).isEqualTo(new StateCounts(2, 0, 1, 0));
    assertThat(object("bank/a").budget().used()).isEqualTo(Duration.ofHours(1));
    store.fold();
    assertThat(counts("client", "app")).isEqualTo(new StateCounts(2, 0, 1, 0));
    assertThat(kinds("bank/a")).containsExactly("objective-at-risk", "stale", "fresh-again");
  }

  @Test
  void staleIsNotCalledFreshBeforeAnybodyHasJudgedIt() throws Exception {
    bankOfThree();
    clock.pass(Duration.ofHours(7));
    assertThat(state("bank/a")).isEqualTo("stale");
    assertThat(counts("client", "app")).isEqualTo(new StateCounts(0, 0, 3, 0));
    assertThat(counts.counts(List.of("site"), clock.instant()).get(0).budget().used())
        .isEqualTo(Duration.ofHours(3));
  }

  @Test
  void theNearestPromiseCounts() throws Exception {
    bankOfThree();
    save(
        "{'site': {'id': 'bank', 'provider': 'p', 'fresh': {'within': '2h', 'objective': 90}}}",
        "{'user_site': {'id': 'a', 'user': 'ann', 'site': 'bank', 'fresh': {'within': '1h'}}}");
    assertThat(object("bank/a").row().promise()).isEqualTo(FreshPromise.of(Duration.ofHours(1)));
    assertThat(object("bank/a").row().promisedBy()).isEqualTo("user-site");
    assertThat(object("bank/b").row().promise().text()).isEqualTo("2h at 90%");
    assertThat(object("bank/b").row().promisedBy()).isEqualTo("site");
    save("{'site': {'id': 'bank', 'provider': 'p'}}");
    assertThat(object("bank/b").row().promisedBy()).isEqualTo("client");
    save("{'client': {'id': 'app', 'name': 'App'}}");
    assertThat(objects.find("bank/b", clock.instant())).isEmpty();
    assertThat(object("bank/a").row().promisedBy()).isEqualTo("user-site");
    assertThat(counts("client", "app").total()).isEqualTo(1);
  }

  @Test
  void whateverExemptsIsNamedAndEndsWithItsCause() throws Exception {
    bankOfThree();
    save("{'user_site': {'id': 'a', 'user': 'ann', 'site': 'bank', 'status': 'STEP_NEEDED'}}");
    assertThat(state("bank/a")).isEqualTo("exempt interaction-needed");
    save("{'user_site': {'id': 'b', 'user': 'ann', 'site': 'bank', 'migrating': true}}");
    assertThat(state("bank/b")).isEqualTo("exempt being-migrated");
    TestSuccesses.disable(database.dataSource(), "bank/c", true);
    settle();
    assertThat(state("bank/c")).isEqualTo("exempt disabled-until-update");
    assertThat(counts("client", "app")).isEqualTo(new StateCounts(0, 0, 0, 3));
    TestSuccesses.disable(database.dataSource(), "bank/c", false);
    settle();
    assertThat(state("bank/c")).isEqualTo("fresh");
    save("{'site': {'id': 'bank', 'provider': 'p', 'maintenance': true}}");
    assertThat(state("bank/c")).isEqualTo("exempt site-in-maintenance");
    save("{'site': {'id': 'bank', 'provider': 'p', 'supported': false}}");
    assertThat(state("bank/c")).isEqualTo("exempt site-not-supported");
    save("{'site': {'id': 'bank', 'provider': 'p'}}");
    save("{'user': {'id': 'ann', 'client': 'app', 'status': 'BLOCKED'}}");
    assertThat(state("bank/c")).isEqualTo("exempt user-blocked");
    pass(Duration.ofHours(30));
    save("{'user': {'id': 'ann', 'client': 'app'}}");
    assertThat(state("bank/c")).isEqualTo("stale");
    assertThat(object("bank/c").budget().used()).as("exempt time").isZero();
  }

  @Test
  void aDeletedUserSiteIsNotCountedAndAnImportedOneIs() throws Exception {
    bankOfThree();
    directory.delete(EntryTables.USER_SITES, "a");
    settle();
    assertThat(objects.find("bank/a", clock.instant())).isEmpty();
    assertThat(counts("site", "bank").total()).isEqualTo(2);
    directory.delete(EntryTables.USERS, "ann");
    settle();
    assertThat(counts("client", "app").total()).isZero();
  }

  @Test
  void aRefreshThatAClientHasToldOfCounts() throws Exception {
    bankOfThree();
    pass(Duration.ofHours(7));
    save(
        "{'user_site': {'id': 'a', 'user': 'ann', 'site': 'bank', 'last_refresh':"
            + " '2026-03-01T18:30:00Z'}}");
    assertThat(state("bank/a")).isEqualTo("fresh");
    save(
        "{'user_site': {'id': 'b', 'user': 'ann', 'site': 'bank', 'last_refresh':"
            + " '2027-03-01T18:30:00Z'}}");
    pass(Duration.ofHours(7));
    assertThat(state("bank/b")).as("told of a time to come").isEqualTo("stale");
  }

  @Test
  void aLargeClientIsFollowedInPagesAndTheListIsPaged() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("{'client': {'id': 'app', 'name': 'App'}}");
    lines.add("{'site': {'id': 'bank', 'provider': 'p'}}");
    IntStream.range(0, 600)
        .forEach(
            i -> {
              lines.add("{'user': {'id': 'u%d', 'client': 'app'}}".formatted(i));
              lines.add(
                  "{'user_site': {'id': 'u%d', 'user': 'u%d', 'site': 'bank'}}".formatted(i, i));
            });
    save(lines.toArray(String[]::new));
    assertThat(counts("client", "app").total()).isZero();
    save("{'client': {'id': 'app', 'name': 'App', 'fresh': {'within': '1h'}}}");
    assertThat(counts("client", "app").total()).isEqualTo(600);
    pass(Duration.ofHours(2));
    assertThat(counts("site", "bank").stale()).isEqualTo(600);
    assertThat(staleOwners(ObjectOrder.OLDEST)).hasSize(600).doesNotHaveDuplicates();
    List<String> names = staleOwners(ObjectOrder.NAME);
    assertThat(names).hasSize(600).isSorted();
    Collections.reverse(names);
    assertThat(staleOwners(ObjectOrder.NAME_REVERSED)).isEqualTo(names);
  }

  private List<String> staleOwners(ObjectOrder order) throws SQLException {
    List<String> seen = new ArrayList<>();
    String after = null;
    do {
      List<FreshObject> page =
          objects.list(
              new ObjectQuery(FreshState.STALE, "app", "bank", order, after, 500), clock.instant());
      page.forEach(it -> seen.add(it.row().subject().owner()));
      after = page.size() == 500 ? seen.get(seen.size() - 1) : null;
    } while (after != null);
    return seen;
  }

  @Test
  void theOldestDataOfAClientAndASiteIsTheOneThatIsStaleForTheLongestTime() throws Exception {
    bankOfThree();
    OldestDataStore oldest = new OldestDataStore(database.dataSource());
    succeed("bank/a");
    pass(Duration.ofMinutes(10));
    succeed("bank/b");
    succeed("bank/c");
    assertThat(oldest.oldest("site", List.of("bank"), clock.instant()))
        .as("nothing is stale")
        .isEmpty();
    pass(Duration.ofDays(2));
    assertThat(staleOwners(ObjectOrder.OLDEST)).startsWith("bank/a").hasSize(3);
    assertThat(staleOwners(ObjectOrder.NEWEST)).endsWith("bank/a");
    OldestData found = oldest.oldest("site", List.of("bank", "none"), clock.instant()).get("bank");
    assertThat(found.age()).isEqualTo(Duration.ofDays(2).plusMinutes(10));
    assertThat(oldest.oldest("client", List.of("app"), clock.instant()))
        .containsExactly(Map.entry("app", found));
    assertThat(oldest.oldest("source", List.of("bank"), clock.instant())).isEmpty();
  }

  @Test
  void whatNoWindowCountsIsDeleted() throws Exception {
    bankOfThree();
    pass(Duration.ofHours(7));
    succeed("bank/a");
    store.fold();
    clock.pass(Duration.ofDays(40));
    store.clean(clock.instant());
    assertThat(TestSql.value(database, "select count(*) from stale_period")).isEqualTo("0");
    assertThat(
            TestSql.value(database, "select count(*) from freshness_total where day > '-infinity'"))
        .isEqualTo("0");
    assertThat(counts("client", "app").total()).isEqualTo(3);
  }
}
