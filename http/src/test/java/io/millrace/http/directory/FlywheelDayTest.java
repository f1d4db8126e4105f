package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A whole day of 25,000 users on a clock that is moved by hand: imported through the API, planned,
 * every minute ticked, every refresh run. What is asked afterwards is asked of that one day.
 */
class FlywheelDayTest {
  private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");
  private static final TestClock CLOCK = new TestClock(MIDNIGHT.minusSeconds(30));

  /** Refreshes per day, and users, by client. */
  private static final Map<String, int[]> CLIENTS =
      new TreeMap<>(
          Map.of(
              "once", new int[] {1, 15_000},
              "also-once", new int[] {1, 3_990},
              "few", new int[] {1, 10},
              "twice", new int[] {2, 2_000},
              "app", new int[] {3, 2_000},
              "often", new int[] {4, 1_000},
              "off", new int[] {0, 1_000}));

  private static TestNode node;
  private static Connection looking; // one for all: the day is asked thousands of times
  private static JsonNode imported;

  @BeforeAll
  static void aDay() throws Exception {
    node =
        TestNode.start(
            """
            millrace {
              flow { missed-heartbeats = 1000000, max-concurrency = 500 }
              worker { slots = 500 }
              flywheel.internal.throttling.blacklistedProviders = [evil]
            }
            """,
            CLOCK);
    looking = node.database.connect();
    imported = node.client.post("/import", lines()).json();
    CLOCK.pass(Duration.ofSeconds(30));
    assertThat(node.client.post("/batch/schedule-user-refreshes").status()).isEqualTo(200);
    CLOCK.pass(Duration.ofMinutes(59));
    for (int minute = 60; minute < 1_440; minute++) {
      CLOCK.pass(Duration.ofMinutes(1));
      assertThat(node.client.post("/flywheel/internal").status()).isEqualTo(202);
      awaitNone("plan_minutes where state = 'waiting' and at <= '" + CLOCK.instant() + "'");
      if (minute % 10 == 0) {
        awaitNone("open_task");
      }
    }
    awaitNone("open_task");
  }

  @AfterAll
  static void close() throws SQLException {
    looking.close();
    node.close();
  }

  /** Each client's users, each with one user-site; some of them cannot be refreshed. */
  private static String lines() {
    StringBuilder lines = new StringBuilder();
    for (String site :
        List.of(
            "{\"id\":\"good\",\"provider\":\"p\",\"scraping\":true,\"timeout\":\"1d\"}",
            "{\"id\":\"repaired\",\"provider\":\"p\",\"maintenance\":true}",
            "{\"id\":\"gone\",\"provider\":\"p\",\"supported\":false}",
            "{\"id\":\"bad\",\"provider\":\"evil\"}")) {
      lines.append("{\"site\":").append(site).append("}\n");
    }
    CLIENTS.forEach(
        (client, numbers) -> {
          lines.append(
              "{\"client\":{\"id\":\"%s\",\"name\":\"%s\",\"refreshes_per_day\":%d,\"requires_recent_login\":%b}}%n"
                  .formatted(client, client, numbers[0], client.equals("app")));
          for (int i = 0; i < numbers[1]; i++) {
            lines.append(user(client, i)).append(userSite(client, i));
          }
        });
    return lines.toString();
  }

  private static String user(String client, int i) {
    String more =
        i % 100 == 7
            ? ",\"status\":\"BLOCKED\""
            : client.equals("app") && i % 100 == 8
                ? ",\"last_login\":\"2025-01-01T00:00:00Z\""
                : client.equals("app") && i % 100 == 9
                    ? ""
                    : ",\"last_login\":\"2026-02-20T00:00:00Z\"";
    return "{\"user\":{\"id\":\"%s-%05d\",\"client\":\"%s\"%s}}%n"
        .formatted(client, i, client, more);
  }

  private static String userSite(String client, int i) {
    String site = i % 100 == 1 ? "bad" : i % 100 == 2 ? "gone" : i % 100 == 3 ? "repaired" : "good";
    String more =
        i % 100 == 4
            ? ",\"migrating\":true"
            : i % 100 == 5
                ? ",\"status\":\"STEP_NEEDED\""
                : i % 100 == 6 ? ",\"last_mfa_required_at\":\"2026-02-28T23:59:00Z\"" : "";
    return "{\"user_site\":{\"id\":\"us-%s-%05d\",\"user\":\"%s-%05d\",\"site\":\"%s\"%s}}%n"
        .formatted(client, i, client, i, site, more);
  }

  private static void awaitNone(String of) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(120))
        .until(() -> number("select count(*) from " + of) == 0);
  }

  private static long number(String sql) throws SQLException {
    try (Statement statement = looking.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static long planned() {
    return CLIENTS.values().stream().mapToLong(numbers -> (long) numbers[0] * numbers[1]).sum();
  }

  /** How many refreshes of the day are of users whose number ends like this. */
  private static long ofThoseWith(int lastTwoDigits) {
    return CLIENTS.values().stream()
        .mapToLong(
            numbers -> {
              long users = numbers[1] / 100 + (numbers[1] % 100 > lastTwoDigits ? 1 : 0);
              return users * numbers[0];
            })
        .sum();
  }

  @Test
  void everyLineWasImported() {
    assertThat(imported.at("/users/created").asInt()).isEqualTo(25_000);
    assertThat(imported.at("/user_sites/created").asInt()).isEqualTo(25_000);
    assertThat(imported.at("/rejected")).isEmpty();
  }

  @Test
  void everyUserIsPlannedAsOftenAsItsClientSays() throws Exception {
    assertThat(number("select count(*) from plan")).isEqualTo(planned());
    for (Map.Entry<String, int[]> client : CLIENTS.entrySet()) {
      String users =
          "select count(p.user_id) as n from users u left join plan p on p.user_id = u.id"
              + " where client_id = '%s' group by u.id".formatted(client.getKey());
      assertThat(number("select count(distinct n) from (" + users + ") as c")).isEqualTo(1);
      assertThat(number("select max(n) from (" + users + ") as c")).isEqualTo(client.getValue()[0]);
    }
  }

  @Test
  void everyoneWhoMayBeRefreshedWasSoExactlyThatOftenAndNobodyElseEver() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, int[]> client : CLIENTS.entrySet()) {
      String login = client.getKey().equals("app") ? "and right(id, 2) not in ('08', '09')" : "";
      String sql =
          """
          select count(*) from (
            select us.id, (right(us.id, 2) not in ('01', '02', '03', '04', '05', '06', '07') %s)
                as may, count(t.attempt_uid) as n
            from user_sites us left join task t on t.collection = us.id and t.source = us.site_id
              and t.status = 'SUCCESS' and t.reason = 'plan'
            where us.id like 'us-%s-%%' group by us.id, us.site_id) as c
          where n <> case when may then %d else 0 end
          """
              .formatted(login.replace("id", "us.id"), client.getKey(), client.getValue()[0]);
      if (number(sql) != 0) {
        wrong.add(client.getKey() + ": " + number(sql));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(number("select count(*) from task where status <> 'SUCCESS'")).isZero();
  }

  @Test
  void noMinuteHasMoreThanOneUserMoreThanAnotherOfItsClientOrItsNumber() throws Exception {
    for (String group : List.of("client_id", "refreshes_per_day")) {
      // A minute without users of a client is not in the plan: it is counted as zero.
      String spread =
          """
          with g as (
            select distinct %1$s as g, c.refreshes_per_day as n from clients c
              join (select id as client_id from clients) i on i.client_id = c.id
            where c.refreshes_per_day > 0),
          slots as (
            select g, k as pass, m as minute from g
              cross join lateral generate_series(1, n) as k
              cross join lateral generate_series(
                60 + (k - 1) * 1380 / n, 60 + k * 1380 / n - 1) as m),
          counts as (
            select %1$s as g, pass, minute, count(*) as users from plan
              join users on users.id = user_id join clients c on c.id = client_id group by 1, 2, 3)
          select coalesce(max(most - least), -1) from (
            select g, pass, max(coalesce(users, 0)) as most, min(coalesce(users, 0)) as least
            from slots left join counts using (g, pass, minute) group by g, pass) as s
          """
              .formatted(group);
      assertThat(number(spread)).as(group).isBetween(0L, 1L);
    }
  }

  @Test
  void tenUsersAreSpreadOverTheWholeDay() throws Exception {
    assertThat(
            number(
                """
                select min(gap) from (select minute - lag(minute) over (order by minute) as gap
                  from plan where user_id like 'few-%') as gaps
                """))
        .isBetween(130L, 138L);
  }

  @Test
  void eachSkipHasItsReasonAndTheSumsAgree() {
    JsonNode day = node.client.get("/flywheel/plan?date=2026-03-01").json();
    assertThat(day.at("/planned").asLong()).isEqualTo(planned());
    assertThat(day.at("/waiting").asLong()).isZero();
    assertThat(day.at("/missed").asLong()).isZero();
    long login = 2_000 / 100 * 3;
    assertThat(counts(day.at("/skipped_users")))
        .isEqualTo(
            Map.of(
                "user-blocked", ofThoseWith(7),
                "never-logged-in", login,
                "not-logged-in-recently", login));
    assertThat(counts(day.at("/skipped_user_sites")))
        .isEqualTo(
            Map.of(
                "provider-blacklisted", ofThoseWith(1),
                "site-not-supported", ofThoseWith(2),
                "site-in-maintenance", ofThoseWith(3),
                "being-migrated", ofThoseWith(4),
                "interaction-needed", ofThoseWith(5),
                "recently-required-mfa", ofThoseWith(6)));
    for (JsonNode minute : day.at("/minutes")) {
      assertThat(minute.at("/state").asText()).isEqualTo("done");
      long userSites = minute.at("/user_sites").asLong();
      assertThat(minute.at("/users").asLong())
          .isEqualTo(sum(minute.at("/skipped_users")) + userSites);
      assertThat(userSites)
          .isEqualTo(minute.at("/started").asLong() + sum(minute.at("/skipped_user_sites")));
    }
    assertThat(day.at("/started").asLong())
        .isEqualTo(planned() - sum(day.at("/skipped_users")) - sum(day.at("/skipped_user_sites")));
    assertThat(day.at("/minutes")).hasSize(1_380);
  }

  private static Map<String, Long> counts(JsonNode counts) {
    Map<String, Long> read = new TreeMap<>();
    counts.properties().forEach(one -> read.put(one.getKey(), one.getValue().asLong()));
    return read;
  }

  private static long sum(JsonNode counts) {
    return counts(counts).values().stream().mapToLong(n -> n).sum();
  }

  @Test
  void aUserSiteThatWasSkippedSaysWhyAndWhen() {
    JsonNode explained = node.client.get("/user-sites/us-once-00003/explain").json();
    assertThat(explained.at("/allowed").asBoolean()).isFalse();
    assertThat(explained.at("/decisions/0/what").asText()).isEqualTo("skipped");
    assertThat(explained.at("/decisions/0/detail").asText()).isEqualTo("site-in-maintenance");
    JsonNode plan = node.client.get("/users/once-00003/plan?date=2026-03-01").json();
    assertThat(explained.at("/decisions/0/planned_at").asText())
        .isEqualTo(plan.at("/plan/0/at").asText());
  }

  @Test
  void aUserWhoWasSkippedSaysWhy() {
    JsonNode plan = node.client.get("/users/often-00007/plan?date=2026-03-01").json();
    assertThat(plan.at("/plan")).hasSize(4);
    plan.at("/plan")
        .forEach(slot -> assertThat(slot.at("/skipped").asText()).isEqualTo("user-blocked"));
  }

  @Test
  void planningAgainChangesNothing() throws Exception {
    String rows = "select md5(string_agg(p::text, ',' order by date, user_id, pass)) from plan p";
    String before = TestSql.value(node.database, rows);
    JsonNode again = node.client.post("/batch/schedule-user-refreshes?date=2026-03-01").json();
    assertThat(again.at("/refreshes").asLong()).isZero();
    assertThat(TestSql.value(node.database, rows)).isEqualTo(before);
  }
}
