package io.millrace.engine.directory;

import static io.millrace.engine.directory.TestEntries.client;
import static io.millrace.engine.directory.TestEntries.every;
import static io.millrace.engine.directory.TestEntries.site;
import static io.millrace.engine.directory.TestEntries.user;
import static io.millrace.engine.directory.TestEntries.userSite;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.directory.EntrySaveResult.Result;
import io.millrace.engine.input.JsonDocument;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DirectoryStoreTest {
  private final DatabaseUrl database = TestDatabase.fresh();
  private final TestClock clock = new TestClock();
  private final DirectoryStore store =
      new DirectoryStore(database.dataSource(), clock, "demo"::equals);

  private List<Result> save(boolean update, DirectoryEntry... entries) throws SQLException {
    return store.save(List.of(entries), update).stream().map(EntrySaveResult::result).toList();
  }

  private long count(String query) throws SQLException {
    return Long.parseLong(TestSql.value(database, "select count(*) from " + query));
  }

  private long version() throws SQLException {
    return new SiteStore(database.dataSource()).version();
  }

  @Test
  void eachKindIsMadeFoundChangedAndLeftAlone() throws Exception {
    List<DirectoryEntry> first =
        List.of(userSite("x", "u", "s"), user("u", "a"), site("s", ""), client("a"));
    assertThat(store.save(first, false))
        .extracting(EntrySaveResult::result)
        .containsOnly(Result.CREATED);
    assertThat(store.find(EntryTables.CLIENTS, "a")).contains(client("a"));
    assertThat(store.find(EntryTables.USERS, "u")).contains(user("u", "a"));
    assertThat(store.find(EntryTables.SITES, "s")).contains(site("s", ""));
    assertThat(store.find(EntryTables.USER_SITES, "x")).contains(userSite("x", "u", "s"));
    assertThat(store.save(first, false))
        .extracting(EntrySaveResult::result)
        .containsOnly(Result.UNCHANGED);
    assertThat(store.save(first, true))
        .extracting(EntrySaveResult::result)
        .containsOnly(Result.UNCHANGED);

    Instant login = Instant.parse("2026-02-28T23:59:59.999Z");
    List<DirectoryEntry> second =
        List.of(
            userSite("x", "u", "s").withMigrating(true),
            new User("u", "a", UserStatus.BLOCKED, login),
            site("s", ",\"maintenance\":true,\"timeout\":\"1m\""),
            new Client("a", "Another", 12, true));
    assertThat(store.save(second, false))
        .extracting(EntrySaveResult::result)
        .containsOnly(Result.DIFFERS);
    assertThat(store.save(first, false))
        .extracting(EntrySaveResult::result)
        .containsOnly(Result.UNCHANGED);
    assertThat(store.save(second, true))
        .extracting(EntrySaveResult::result)
        .containsOnly(Result.UPDATED);
    assertThat(store.find(EntryTables.CLIENTS, "a")).contains((Client) second.get(3));
    assertThat(store.find(EntryTables.USERS, "u")).contains((User) second.get(1));
    assertThat(store.find(EntryTables.SITES, "s")).contains((SiteEntry) second.get(2));
    assertThat(store.find(EntryTables.USER_SITES, "x")).contains((UserSiteEntry) second.get(0));
  }

  @Test
  void whatDiffersIsSaid() throws Exception {
    save(false, new Client("a", "A", 3, false));
    EntrySaveResult saved = store.save(List.of(new Client("a", "B", null, false)), false).get(0);
    assertThat(saved.error())
        .hasToString(
            "name = B: already exists with name = 'A', refreshes_per_day = '3';"
                + " import with update=true to change it");
    save(false, client("b"));
    assertThat(store.save(List.of(new Client("b", "Client b", 4, false)), false).get(0).error())
        .hasToString(
            "refreshes_per_day = 4: already exists with refreshes_per_day not given;"
                + " import with update=true to change it");
  }

  @Test
  void theSameIdTwiceInABatchMeetsWhatTheFirstLeft() throws Exception {
    Client other = new Client("a", "Other", null, false);
    assertThat(save(false, client("a"), client("a"), other))
        .containsExactly(Result.CREATED, Result.UNCHANGED, Result.DIFFERS);
    assertThat(store.find(EntryTables.CLIENTS, "a")).contains(client("a"));
    assertThat(save(true, client("b"), new Client("b", "B", 1, true), client("a"), other))
        .containsExactly(Result.CREATED, Result.UPDATED, Result.UNCHANGED, Result.UPDATED);
    assertThat(store.find(EntryTables.CLIENTS, "a")).contains(other);
    assertThat(store.find(EntryTables.CLIENTS, "b")).contains(new Client("b", "B", 1, true));
  }

  @Test
  void whatItBelongsToMustExist() throws Exception {
    save(false, client("a"), user("u", "a"), site("s", ""));
    assertThat(store.save(List.of(user("v", "nope")), true).get(0).error())
        .hasToString("client = nope: there is no such client");
    assertThat(store.save(List.of(userSite("x", "nope", "s")), true).get(0).error())
        .hasToString("user = nope: there is no such user");
    assertThat(store.save(List.of(userSite("x", "u", "nope"), userSite("y", "u", "s")), true))
        .extracting(EntrySaveResult::result)
        .containsExactly(Result.UNKNOWN_PARENT, Result.CREATED);
    assertThat(count("user_sites")).isEqualTo(1);
  }

  @Test
  void whatItBelongsToNeverChanges() throws Exception {
    save(
        false,
        client("a"),
        client("b"),
        user("u", "a"),
        user("v", "a"),
        site("s", ""),
        site("t", ""),
        userSite("x", "u", "s"));
    assertThat(store.save(List.of(user("u", "b")), true).get(0).error())
        .hasToString("client = b: already belongs to 'a', and that cannot change");
    assertThat(save(true, userSite("x", "v", "s"), userSite("x", "u", "t")))
        .containsOnly(Result.BELONGS_ELSEWHERE);
    assertThat(store.find(EntryTables.USER_SITES, "x")).contains(userSite("x", "u", "s"));
  }

  @Test
  void aSiteMayNotHaveTheNameOfASource() throws Exception {
    assertThat(save(true, site("demo", ""), client("demo")))
        .containsExactly(Result.NAME_OF_A_SOURCE, Result.CREATED);
    assertThat(store.find(EntryTables.SITES, "demo")).isEmpty();
  }

  @Test
  void aNewUserIsLeftToBePlanned() throws Exception {
    save(false, client("a"), user("u", "a"), user("v", "a"));
    assertThat(count("unplanned_users")).isEqualTo(2);
    TestSql.execute(database, "delete from unplanned_users");
    save(true, new User("u", "a", UserStatus.BLOCKED, null));
    assertThat(count("unplanned_users")).as("it is planned already").isZero();
  }

  @Test
  void everyChangeOfASiteHasANewNumberAndNothingElseHas() throws Exception {
    save(false, site("s", ""));
    long made = version();
    assertThat(made).isEqualTo(1);
    save(true, site("s", ""), client("a"), user("u", "a"), userSite("x", "u", "s"));
    assertThat(version()).isEqualTo(made);
    save(true, site("s", ",\"scraping\":true"));
    assertThat(version()).isEqualTo(made + 1);
    store.delete(EntryTables.SITES, "s");
    assertThat(version()).as("it stays: it has a user-site").isEqualTo(made + 1);
    store.delete(EntryTables.USER_SITES, "x");
    store.delete(EntryTables.SITES, "s");
    assertThat(version()).isEqualTo(made + 2);
  }

  private String told(String site) throws SQLException {
    return TestSql.value(database, "select told from sites where id = '" + site + "'");
  }

  private void allTold() throws SQLException {
    TestSql.execute(database, "update sites set told = true");
  }

  @Test
  void userSitesAreToBeToldWhenThereIsAScheduleTheyMayNotFollow() throws Exception {
    save(false, client("a"), user("u", "a"), site("hand", ""), every("often", "1h"));
    assertThat(told("hand")).isEqualTo("t");
    assertThat(told("often")).isEqualTo("f");
    allTold();
    save(true, userSite("x", "u", "hand"));
    assertThat(told("hand")).as("nothing to follow").isEqualTo("t");
    save(true, userSite("y", "u", "often"));
    assertThat(told("often")).as("a new one").isEqualTo("f");
    allTold();
    save(true, userSite("y", "u", "often").withMigrating(true), every("often", "60m"));
    assertThat(told("often")).as("nothing new to follow").isEqualTo("t");
    save(true, site("often", ",\"schedule\":\"every 1h\",\"maintenance\":true"));
    assertThat(told("often")).as("the same schedule").isEqualTo("t");
    save(true, every("often", "2h"));
    assertThat(told("often")).as("another schedule").isEqualTo("f");
    allTold();
    save(true, site("often", ""));
    assertThat(told("often")).as("no schedule any more").isEqualTo("f");
  }

  @Test
  void anotherStatusIsNotedForTheWebhooks() throws Exception {
    save(false, client("a"), user("u", "a"), site("s", ""), userSite("x", "u", "s"));
    assertThat(count("notifications")).isZero();
    UserSiteEntry stuck = userSite("x", "u", "s").withStatus(ConnectionStatus.STEP_NEEDED);
    assertThat(store.change("x", entry -> entry.withStatus(ConnectionStatus.STEP_NEEDED)))
        .contains(stuck);
    assertThat(store.find(EntryTables.USER_SITES, "x")).contains(stuck);
    assertThat(
            TestSql.value(
                database, "select kind || ' ' || subject || ' ' || at from notifications"))
        .startsWith("connection-status-changed s/x 2026-03-01 12:00:00");
    assertThat(JsonDocument.object(TestSql.value(database, "select details from notifications")))
        .isEqualTo(
            JsonDocument.object(
                "{\"from\":\"CONNECTED\",\"to\":\"STEP_NEEDED\",\"user\":\"u\",\"site\":\"s\"}"));
    store.change("x", entry -> entry.withStatus(ConnectionStatus.STEP_NEEDED));
    assertThat(count("notifications")).as("the same again is nothing new").isEqualTo(1);
    save(true, userSite("x", "u", "s"));
    save(true, stuck);
    assertThat(count("notifications")).as("however it was changed").isEqualTo(3);
  }

  @Test
  void whatIsHeardOfNobodyChangesNothing() throws Exception {
    assertThat(store.change("x", entry -> entry.withMigrating(true))).isEmpty();
    assertThat(store.change("no\0name", entry -> entry.withMigrating(true))).isEmpty();
    assertThat(store.find(EntryTables.USERS, "no\0name")).isEmpty();
    assertThat(store.delete(EntryTables.USERS, "no\0name").found()).isFalse();
  }

  @Test
  void aListIsReadPageByPageAndNarrowedByItsFields() throws Exception {
    List<DirectoryEntry> all =
        new ArrayList<>(List.of(client("a"), client("b"), site("s", ""), site("t", "")));
    for (int i = 0; i < 25; i++) {
      all.add(
          new User(
              "u%02d".formatted(i),
              i % 5 == 0 ? "b" : "a",
              i % 3 == 0 ? UserStatus.BLOCKED : UserStatus.ACTIVE,
              null));
      all.add(
          userSite("x%02d".formatted(i), "u%02d".formatted(i), i % 2 == 0 ? "s" : "t")
              .withStatus(i == 7 ? ConnectionStatus.DISCONNECTED : ConnectionStatus.CONNECTED));
    }
    store.save(all, false);
    List<String> read = new ArrayList<>();
    String after = null;
    for (List<User> page = store.list(EntryTables.USERS, Map.of(), after, 10);
        !page.isEmpty();
        page = store.list(EntryTables.USERS, Map.of(), after, 10)) {
      page.forEach(user -> read.add(user.id()));
      after = page.get(page.size() - 1).id();
    }
    assertThat(read).containsExactlyElementsOf(ids("u", IntStream.range(0, 25)));
    assertThat(store.list(EntryTables.USERS, Map.of("client", "b"), null, 100))
        .extracting(User::id)
        .containsExactly("u00", "u05", "u10", "u15", "u20");
    assertThat(
            store.list(EntryTables.USERS, Map.of("client", "b", "status", "BLOCKED"), "u00", 100))
        .extracting(User::id)
        .containsExactly("u15");
    assertThat(store.list(EntryTables.USER_SITES, Map.of("site", "t"), "x20", 100))
        .extracting(UserSiteEntry::id)
        .containsExactly("x21", "x23");
    assertThat(store.list(EntryTables.USER_SITES, Map.of("status", "DISCONNECTED"), null, 100))
        .extracting(UserSiteEntry::id)
        .containsExactly("x07");
    assertThat(store.list(EntryTables.USER_SITES, Map.of("user", "u03"), null, 100))
        .extracting(UserSiteEntry::id)
        .containsExactly("x03");
    assertThat(store.list(EntryTables.SITES, Map.of("provider", "p"), null, 100)).hasSize(2);
    assertThat(store.list(EntryTables.SITES, Map.of("provider", "q"), null, 100)).isEmpty();
    assertThat(store.list(EntryTables.CLIENTS, Map.of(), "a", 100)).containsExactly(client("b"));
  }

  private static List<String> ids(String prefix, IntStream numbers) {
    return numbers.mapToObj(i -> "%s%02d".formatted(prefix, i)).toList();
  }

  @Test
  void whatOthersBelongToStaysAndAUserGoesWithItsUserSites() throws Exception {
    save(
        false,
        client("a"),
        user("u", "a"),
        user("v", "a"),
        site("s", ""),
        site("t", ""),
        userSite("x", "u", "s"),
        userSite("y", "u", "t"),
        userSite("z", "v", "s"));
    assertThat(store.delete(EntryTables.CLIENTS, "a")).isEqualTo(EntryDeleteResult.refused(2));
    assertThat(store.delete(EntryTables.SITES, "s")).isEqualTo(EntryDeleteResult.refused(2));
    assertThat(store.delete(EntryTables.USERS, "nope")).isEqualTo(EntryDeleteResult.NOT_FOUND);
    assertThat(store.delete(EntryTables.USERS, "u").owners())
        .containsExactlyInAnyOrder("s/x", "t/y");
    assertThat(count("user_sites")).isEqualTo(1);
    assertThat(count("unplanned_users")).isEqualTo(1);
    assertThat(store.delete(EntryTables.USER_SITES, "z"))
        .isEqualTo(EntryDeleteResult.gone(List.of("s/z")));
    assertThat(store.delete(EntryTables.USER_SITES, "z")).isEqualTo(EntryDeleteResult.NOT_FOUND);
    assertThat(store.delete(EntryTables.SITES, "s")).isEqualTo(EntryDeleteResult.gone(List.of()));
    assertThat(store.delete(EntryTables.USERS, "v")).isEqualTo(EntryDeleteResult.gone(List.of()));
    assertThat(store.delete(EntryTables.CLIENTS, "a")).isEqualTo(EntryDeleteResult.gone(List.of()));
    assertThat(count("clients")).isZero();
  }

  @Test
  void whoIsDisabledIsKnown() throws Exception {
    TestSql.execute(
        database,
        "insert into due (owner, schedule, disabled_reason) values ('s/x', '', 'gave up'),"
            + " ('s/y', '', null)");
    assertThat(store.disabled(List.of("s/x", "s/y", "s/z"))).containsExactly("s/x");
  }
}
