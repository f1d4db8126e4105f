package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.flywheel.PlanStore.Planned;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanStoreTest {
  private static final LocalDate DAY = LocalDate.parse("2026-03-01");
  private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:30Z");
  private static final String ROWS =
      "select md5(coalesce(string_agg(p::text, ',' order by minute, user_id), '')) from plan p";
  private static final String MINUTES =
      "select md5(string_agg(m::text, ',' order by at)) from plan_minutes m";

  private HikariDataSource pool;
  private Directory directory;
  private PlanStore store;
  private PlanReader reader;

  static FlywheelSettings settings(String overrides) {
    Config config =
        ConfigFactory.parseString(overrides)
            .withFallback(ConfigFactory.load().getConfig("millrace.flywheel.internal"));
    return FlywheelSettings.of(config);
  }

  @BeforeEach
  void create() {
    DatabaseUrl database = TestDatabase.fresh();
    pool = new HikariDataSource();
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(4);
    directory = new Directory(database);
    store = new PlanStore(pool, settings(""));
    reader = new PlanReader(pool);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  /** The most users of any minute less the fewest, among the minutes from..until-1. */
  private long unevenness(String where, int from, int until) throws Exception {
    return directory.number(
        """
        select max(n) - min(n) from (
          select count(p.minute) as n from generate_series(%d, %d) as minute
          left join (select minute from plan join users on id = user_id where %s) p using (minute)
          group by minute) as counted
        """,
        from, until - 1, where);
  }

  private String everything() throws Exception {
    return directory.value(ROWS)
        + directory.value(MINUTES)
        + directory.value("select md5(string_agg(d::text, ',')) from plan_days d")
        + directory.value(
            "select md5(string_agg(c::text, ',' order by client_id)) from plan_clients c");
  }

  @Test
  void aThousandAndOneUsersAreNoneOrOneAMinute() throws Exception {
    directory.client("acme", null);
    directory.users("acme", 0, 1001);
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new Planned(DAY, 1001, 1001, 0));
    assertThat(directory.number("select count(*) from plan")).isEqualTo(1001);
    assertThat(directory.number("select count(distinct user_id) from plan")).isEqualTo(1001);
    assertThat(unevenness("true", 60, 1440)).isEqualTo(1);
    assertThat(directory.number("select count(*) from plan where minute < 60 or minute > 1439"))
        .isZero();
    assertThat(directory.number("select count(*) from plan_minutes where state = 'waiting'"))
        .isEqualTo(1380);
    assertThat(directory.number("select sum(users) from plan_minutes")).isEqualTo(1001);
    assertThat(directory.value("select min(at) || ' ' || max(at) from plan_minutes"))
        .isEqualTo("2026-03-01 01:00:00+00 2026-03-01 23:59:00+00");
  }

  @Test
  void aMillionUsersAre724Or725AMinute() throws Exception {
    directory.client("acme", 1);
    directory.users("acme", 0, 1_000_000);
    assertThat(store.plan(DAY, MIDNIGHT).refreshes()).isEqualTo(1_000_000);
    assertThat(directory.value("select min(users) || ' ' || max(users) from plan_minutes"))
        .isEqualTo("724 725");
    String before = everything();
    assertThat(store.plan(DAY, NOON)).isEqualTo(new Planned(DAY, 0, 0, 0));
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void twiceADayIsTwoPassesInTheSameOrder() throws Exception {
    directory.client("acme", 2);
    directory.users("acme", 0, 5_000);
    store.plan(DAY, MIDNIGHT);
    assertThat(unevenness("pass = 1", 60, 750)).isEqualTo(1);
    assertThat(unevenness("pass = 2", 750, 1440)).isEqualTo(1);
    assertThat(
            directory.number(
                """
                select count(*) from plan a join plan b using (date, user_id)
                where a.pass = 1 and b.pass = 2 and b.minute - a.minute = 690
                """))
        .isEqualTo(5_000);
  }

  @Test
  void clientsOfFourAndThreeTimesADayHave3503Refreshes() throws Exception {
    directory.client("four", 4);
    directory.client("three", 3);
    directory.client("off", 0);
    directory.users("four", 0, 500);
    directory.users("three", 0, 501);
    directory.users("off", 0, 100);
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new Planned(DAY, 1001, 3503, 0));
    assertThat(
            directory.value(
                """
                select string_agg(client_id || ' ' || times || ': ' || users, ', ' order by times)
                from (select client_id, times, count(*) as users from (
                    select client_id, user_id, count(*) as times from plan
                    join users on id = user_id group by 1, 2) as t group by 1, 2) as u
                """))
        .isEqualTo("three 3: 501, four 4: 500");
    assertThat(directory.number("select sum(users) from plan_minutes")).isEqualTo(3503);
  }

  @Test
  void tenUsersAre138MinutesApartBesideAnyOthers() throws Exception {
    directory.client("big", null);
    directory.client("ten", null);
    directory.users("big", 0, 12_345);
    directory.users("ten", 0, 10);
    store.plan(DAY, MIDNIGHT);
    assertThat(
            directory.value(
                """
                select string_agg(distinct gap::text, ',') from (
                  select minute - lag(minute) over (order by minute) as gap
                  from plan join users on id = user_id where client_id = 'ten') as gaps
                """))
        .isEqualTo("138");
    assertThat(unevenness("true", 60, 1440)).isEqualTo(1);
    assertThat(unevenness("client_id = 'big'", 60, 1440)).isEqualTo(1);
  }

  @Test
  void bothRulesHoldForRandomClients() throws Exception {
    Random random = new Random(7);
    int[] numbers = {1, 7, 13};
    List<String> clients = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String client = "c" + i;
      clients.add(client);
      directory.client(client, numbers[i % 3]);
      directory.users(client, 0, random.nextInt(3_000));
    }
    Instant late = MIDNIGHT.plus(Duration.ofMinutes(random.nextInt(1_300)));
    store.plan(DAY, late);
    int from = Pass.firstLeft(DAY, late);
    for (int i = 0; i < 12; i++) {
      for (Pass pass : Pass.left(numbers[i % 3], from)) {
        String ofPass = "pass = " + pass.number() + " and client_id ";
        assertThat(unevenness(ofPass + "= 'c" + i + "'", pass.from(), pass.until()))
            .isLessThanOrEqualTo(1);
        String same =
            ofPass
                + "in ('c%d', 'c%d', 'c%d', 'c%d')"
                    .formatted(i % 3, i % 3 + 3, i % 3 + 6, i % 3 + 9);
        assertThat(unevenness(same, pass.from(), pass.until())).isLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void planningTwiceChangesNothing() throws Exception {
    directory.client("a", 3);
    directory.client("b", 7);
    directory.users("a", 0, 777);
    directory.users("b", 0, 88);
    store.plan(DAY, MIDNIGHT);
    String before = everything();
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new Planned(DAY, 0, 0, 0));
    assertThat(store.plan(DAY, NOON)).isEqualTo(new Planned(DAY, 0, 0, 0));
    assertThat(store.planNewUsers(DAY, NOON)).isEqualTo(new Planned(DAY, 0, 0, 0));
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void twoNodesThatPlanAtOncePlanOnce() throws Exception {
    directory.client("a", 2);
    directory.users("a", 0, 20_000);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<Planned>> plans = new ArrayList<>();
      for (int node = 0; node < 3; node++) {
        plans.add(threads.submit(() -> store.plan(DAY, MIDNIGHT)));
      }
      long refreshes = 0;
      for (Future<Planned> plan : plans) {
        refreshes += plan.get().refreshes();
      }
      assertThat(refreshes).isEqualTo(40_000);
    } finally {
      threads.shutdown();
    }
    assertThat(directory.number("select count(*) from plan")).isEqualTo(40_000);
  }

  @Test
  void aUserWhoComesLaterIsLaidIntoWhatIsLeft() throws Exception {
    directory.client("acme", 2);
    directory.users("acme", 0, 100);
    store.plan(DAY, MIDNIGHT);
    directory.newUsers("acme", 100, 105);
    assertThat(store.planNewUsers(DAY, NOON)).isEqualTo(new Planned(DAY, 5, 10, 0));
    assertThat(
            directory.number(
                "select count(*) from plan where user_id >= 'acme-0000100' and minute <= 720"))
        .isZero();
    assertThat(directory.number("select sum(users) from plan_minutes")).isEqualTo(210);
    assertThat(directory.number("select count(*) from unplanned_users")).isZero();
    assertThat(store.plan(DAY, NOON).refreshes()).isZero();
  }

  @Test
  void usersWhoComeOneByOneDoNotMeetInTheSameMinutes() throws Exception {
    directory.client("acme", 1);
    store.plan(DAY, MIDNIGHT);
    for (int i = 0; i < 50; i++) {
      directory.newUsers("acme", i, i + 1);
      store.planNewUsers(DAY, NOON.plusSeconds(i % 3));
    }
    assertThat(directory.number("select max(users) from plan_minutes")).isEqualTo(1);
    assertThat(
            directory.number(
                """
                select max(gap) from (select minute - lag(minute) over (order by minute) as gap
                from plan) as gaps
                """))
        .isLessThan(40);
  }

  @Test
  void aUserThePlanWasNotToldOfIsFoundWhenItIsMadeAgain() throws Exception {
    directory.client("acme", 1);
    directory.users("acme", 0, 10);
    store.plan(DAY, MIDNIGHT);
    String before = directory.value(ROWS);
    directory.client("late", 3);
    directory.users("late", 0, 7);
    assertThat(store.plan(DAY, NOON)).isEqualTo(new Planned(DAY, 7, 14, 0));
    directory.execute("delete from plan where user_id like 'late%%'");
    assertThat(directory.value(ROWS)).isEqualTo(before);
  }

  @Test
  void anotherNumberOfRefreshesChangesOnlyWhatIsLeftOfThatClient() throws Exception {
    directory.client("acme", 2);
    directory.client("other", 2);
    directory.users("acme", 0, 1_000);
    directory.users("other", 0, 1_000);
    store.plan(DAY, MIDNIGHT);
    String ran = ROWS + " where minute <= 720 or user_id like 'other%%'";
    String before = directory.value(ran);
    long left =
        directory.number("select count(*) from plan where minute > 720 and user_id like 'acme%%'");
    directory.execute("update clients set refreshes_per_day = 4 where id = 'acme'");
    // Of the four passes of 345 minutes, two and the end of another are left.
    assertThat(store.plan(DAY, NOON)).isEqualTo(new Planned(DAY, 1_000, 3_000, left));
    assertThat(directory.value(ran)).isEqualTo(before);
    assertThat(unevenness("pass = 4 and client_id = 'acme'", 1095, 1440)).isEqualTo(1);
    assertThat(directory.number("select sum(users) from plan_minutes"))
        .isEqualTo(directory.number("select count(*) from plan"));
    String after = everything();
    store.plan(DAY, NOON);
    assertThat(everything()).isEqualTo(after);
  }

  @Test
  void aClientThatIsSwitchedOffKeepsWhatHasRun() throws Exception {
    directory.client("acme", 4);
    directory.users("acme", 0, 100);
    store.plan(DAY, MIDNIGHT);
    directory.execute("update clients set refreshes_per_day = 0");
    Planned planned = store.plan(DAY, NOON);
    assertThat(planned.refreshes()).isZero();
    assertThat(directory.number("select count(*) from plan where minute > 720")).isZero();
    assertThat(directory.number("select count(*) from plan") + planned.removed()).isEqualTo(400);
    directory.execute("update clients set refreshes_per_day = 1");
    assertThat(store.plan(DAY, NOON).refreshes()).isEqualTo(100);
  }

  @Test
  void whatHasRunStaysAlsoIfTheClockWasSetBack() throws Exception {
    directory.client("acme", 1);
    directory.users("acme", 0, 2_000);
    store.plan(DAY, MIDNIGHT);
    directory.execute("update plan_minutes set state = 'done' where at <= '2026-03-01T15:00:00Z'");
    String ran = ROWS + " where minute <= 900";
    String before = directory.value(ran);
    directory.execute("update clients set refreshes_per_day = 2");
    store.plan(DAY, NOON);
    assertThat(directory.value(ran)).isEqualTo(before);
  }

  @Test
  void aDayThatIsPlannedLateHasOnlyTheMinutesThatAreLeft() throws Exception {
    directory.client("acme", 3);
    directory.users("acme", 0, 2_000);
    assertThat(store.plan(DAY, NOON)).isEqualTo(new Planned(DAY, 2_000, 4_000, 0));
    assertThat(directory.value("select min(at) from plan_minutes"))
        .isEqualTo("2026-03-01 12:01:00+00");
    assertThat(directory.number("select min(minute) from plan")).isEqualTo(721);
    assertThat(unevenness("pass = 2", 721, 980)).isEqualTo(1);
    assertThat(unevenness("pass = 3", 980, 1440)).isEqualTo(1);
  }

  @Test
  void aDayInItsLastMinuteHasNothingLeft() throws Exception {
    directory.client("acme", 3);
    directory.users("acme", 0, 10);
    assertThat(store.plan(DAY, Instant.parse("2026-03-01T23:59:10Z")))
        .isEqualTo(new Planned(DAY, 0, 0, 0));
    assertThat(store.plan(DAY, Instant.parse("2026-03-02T00:00:10Z")))
        .isEqualTo(new Planned(DAY, 0, 0, 0));
    assertThat(store.plan(DAY.minusDays(1), NOON).refreshes()).isZero();
    assertThat(directory.number("select count(*) from plan")).isZero();
  }

  @Test
  void whoIsPlannedForTomorrowIsStillNewToday() throws Exception {
    directory.client("acme", 1);
    store.plan(DAY, MIDNIGHT);
    directory.newUsers("acme", 0, 3);
    assertThat(store.plan(DAY.plusDays(1), NOON).refreshes()).isEqualTo(3);
    assertThat(store.planNewUsers(DAY, NOON).refreshes()).isEqualTo(3);
  }

  @Test
  void aUserWhoIsDeletedStaysInThePlanAndOneWhoComesBackIsNotInItTwice() throws Exception {
    directory.client("acme", 1);
    directory.users("acme", 0, 3);
    store.plan(DAY, MIDNIGHT);
    String before = directory.value(ROWS);
    directory.execute("delete from users where id = 'acme-0000001'");
    store.plan(DAY, NOON);
    assertThat(directory.value(ROWS)).isEqualTo(before);
    directory.newUsers("acme", 1, 2);
    assertThat(store.planNewUsers(DAY, NOON).refreshes()).isZero();
    assertThat(directory.value(ROWS)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 11, 690, 1379, 1380})
  void everyNumberOfRefreshesGivesEveryUserAsMany(int n) throws Exception {
    directory.client("acme", n);
    directory.users("acme", 0, 5);
    assertThat(store.plan(DAY, MIDNIGHT).refreshes()).isEqualTo(5L * n);
    assertThat(
            directory.number(
                "select min(n) from (select count(distinct minute) as n from plan group by user_id)"
                    + " x"))
        .isEqualTo(n);
  }

  @Test
  void aClientsOwnNumberComesBeforeTheConfiguredOneAndThatBeforeTheDefault() throws Exception {
    store =
        new PlanStore(
            pool,
            settings(
                "defaultRefreshesPerDay = 2, refreshesPerDay { a = 5, b = 6, \"x.y\" = 3, c = 1381"
                    + " }"));
    directory.client("a", 4);
    for (String client : List.of("b", "c", "x.y")) {
      directory.client(client, null);
    }
    for (String client : List.of("a", "b", "c", "x.y")) {
      directory.users(client, 0, 1);
    }
    store.plan(DAY, MIDNIGHT);
    assertThat(
            directory.value(
                "select string_agg(client_id || refreshes_per_day, ' ' order by client_id) from"
                    + " plan_clients"))
        .isEqualTo("a4 b6 c2 x.y3");
    assertThat(directory.number("select count(*) from plan")).isEqualTo(15);
  }

  @Test
  void plansThatAreOldEnoughAreDroppedWithEverythingOfTheirDays() throws Exception {
    store = new PlanStore(pool, settings("keepPlans = 2d"));
    directory.client("acme", 1);
    directory.users("acme", 0, 10);
    for (int day = 0; day < 4; day++) {
      store.plan(DAY.plusDays(day), MIDNIGHT.plus(Duration.ofDays(day)));
    }
    store.dropOld(DAY.plusDays(3));
    assertThat(reader.day(DAY)).isEmpty();
    Set<LocalDate> left = new HashSet<>();
    for (int day = 1; day < 4; day++) {
      left.add(reader.day(DAY.plusDays(day)).orElseThrow().date());
      assertThat(reader.slots("acme-0000003", DAY.plusDays(day))).hasSize(1);
    }
    assertThat(left).hasSize(3);
    assertThat(directory.number("select count(*) from plan")).isEqualTo(30);
    assertThat(directory.number("select count(*) from plan_minutes")).isEqualTo(3 * 1380);
    assertThat(directory.number("select count(*) from plan_clients")).isEqualTo(3);
    assertThat(
            directory.number("select count(*) from pg_inherits where inhparent = 'plan'::regclass"))
        .isEqualTo(3);
  }

  @Test
  void thePlanCanBeReadByMinuteAndByUser() throws Exception {
    directory.client("acme", 2);
    directory.users("acme", 0, 690);
    store.plan(DAY, MIDNIGHT);
    assertThat(reader.day(DAY).orElseThrow().minutes())
        .hasSize(1380)
        .allMatch(minute -> minute.users() == 1 && minute.state() == MinuteState.WAITING);
    assertThat(reader.slots("acme-0000009", DAY))
        .containsExactly(
            new PlanReader.Slot(Pass.at(DAY, 69), 1, MinuteState.WAITING, null),
            new PlanReader.Slot(Pass.at(DAY, 759), 2, MinuteState.WAITING, null));
    assertThat(reader.nextAfter("acme-0000009", MIDNIGHT)).contains(Pass.at(DAY, 69));
    assertThat(reader.nextAfter("acme-0000009", Pass.at(DAY, 69))).contains(Pass.at(DAY, 759));
    assertThat(reader.nextAfter("acme-0000009", Pass.at(DAY, 759))).isEmpty();
    assertThat(reader.nextAfter("nobody", MIDNIGHT)).isEmpty();
    assertThat(reader.day(DAY.plusDays(1))).isEmpty();
  }

  @Test
  void aClientThatCameWithItsUsersIsPlannedAgainWhenItsNumberChanges() throws Exception {
    store.plan(DAY, MIDNIGHT);
    directory.client("late", 1);
    directory.newUsers("late", 0, 10);
    assertThat(store.planNewUsers(DAY, MIDNIGHT).refreshes()).isEqualTo(10);
    directory.execute("update clients set refreshes_per_day = 3");
    directory.newUsers("late", 10, 11);
    assertThat(store.planNewUsers(DAY, MIDNIGHT).refreshes()).isEqualTo(3);
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new Planned(DAY, 11, 33, 13));
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new Planned(DAY, 0, 0, 0));
  }

  @Test
  void aUserAsTheRulesSeeItCanBeRead() throws Exception {
    directory.client("strict", 1, true);
    directory.user("u", "strict", "BLOCKED", "2026-02-01T00:00:00Z");
    assertThat(reader.user("u"))
        .contains(
            new PlannedUser("u", true, true, Instant.parse("2026-02-01T00:00:00Z"), true, false));
    assertThat(reader.user("nobody")).isEmpty();
  }
}
