package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.http.NodeProcess;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that is killed while the wheel turns, and started again later; its clock is shifted. */
class FlywheelKillTest {
  private static final int USERS = 20_000;

  private final DatabaseUrl database = TestDatabase.fresh();
  @TempDir private Path dataDir;

  private NodeProcess startAt(String time) throws Exception {
    return NodeProcess.startAt(
        Instant.parse("2026-03-01T" + time + "Z"),
        dataDir,
        Map.of(
            "MILLRACE_DB_URL", database.url(),
            "MILLRACE_DB_USER", database.user(),
            "MILLRACE_DB_PASSWORD", database.password()));
  }

  private static String directory() {
    StringBuilder lines =
        new StringBuilder(
            """
            {"client":{"id":"c","name":"c","refreshes_per_day":1}}
            {"site":{"id":"bank","provider":"p"}}
            """);
    for (int i = 0; i < USERS; i++) {
      lines.append("{\"user\":{\"id\":\"u%05d\",\"client\":\"c\"}}%n".formatted(i));
      lines.append(
          "{\"user_site\":{\"id\":\"us%05d\",\"user\":\"u%05d\",\"site\":\"bank\"}}%n"
              .formatted(i, i));
    }
    return lines.toString();
  }

  private long number(String sql) throws SQLException {
    return Long.parseLong(TestSql.value(database, sql));
  }

  private void awaitNumber(String sql, long expected) {
    await().atMost(Duration.ofSeconds(90)).until(() -> number(sql) == expected);
  }

  private static String upTo(String minute) {
    return "plan_minutes where at <= '2026-03-01T" + minute + ":00Z'";
  }

  @Test
  void missedMinutesRunOldestFirstOnceAndThoseBeyondTheWindowAreCounted() throws Exception {
    try (NodeProcess first = startAt("09:59:00")) {
      first.client.post("/import", directory());
      awaitNumber("select count(*) from plan", USERS);
    }
    NodeProcess killed = startAt("09:59:58");
    awaitNumber("select (count(*) > 0)::int from task", 1);
    killed.kill();
    long before = number("select count(*) from task");

    NodeProcess later = startAt("10:40:00");
    awaitNumber("select count(*) from " + upTo("10:40") + " and state = 'waiting'", 0);
    awaitNumber("select count(*) from open_task", 0);
    later.kill();
    assertThat(number("select count(*) from " + upTo("10:40") + " and state = 'missed'")).isZero();
    everyoneOnceInOrder("10:40", before);

    try (NodeProcess muchLater = startAt("13:00:00")) {
      awaitNumber("select count(*) from " + upTo("13:00") + " and state = 'waiting'", 0);
      awaitNumber("select count(*) from open_task", 0);
      beyondTheWindow(muchLater);
    }
  }

  /** Everybody planned until then has exactly one task, made in the order of the minutes. */
  private void everyoneOnceInOrder(String until, long before) throws SQLException {
    String planned =
        "plan where minute <= extract(hour from '%s'::time) * 60 + extract(minute from '%s'::time)"
            .formatted(until, until);
    String tasks =
        "select p.user_id, p.minute, count(attempt_uid) as n, min(created_at) as at from (select *"
            + " from "
            + planned
            + ") p left join task on collection = 'us' || substr(p.user_id, 2) group by 1, 2";
    assertThat(number("select count(*) from (" + tasks + ") t where n <> 1")).isZero();
    assertThat(
            number(
                "select count(*) from (select at, max(at) over (order by minute range between"
                    + " unbounded preceding and 1 preceding) as earlier from ("
                    + tasks
                    + ") t) as o where at < earlier"))
        .as("a refresh that came before one of an older minute")
        .isZero();
    assertThat(number("select count(*) from task where reason = 'catch-up'"))
        .isGreaterThanOrEqualTo(number("select count(*) from " + planned) - before - 100);
    assertThat(
            number(
                "select sum(started) - (select count(*) from task) from "
                    + upTo(until)
                    + " and state = 'done'"))
        .isZero();
  }

  private void beyondTheWindow(NodeProcess node) throws Exception {
    JsonNode day = node.client.get("/flywheel/plan?date=2026-03-01").json();
    long missed = number("select sum(users) from plan_minutes where state = 'missed'");
    assertThat(day.at("/missed").asLong()).isEqualTo(missed).isGreaterThan(0);
    assertThat(
            TestSql.value(
                database,
                "select to_char(min(at) at time zone 'UTC', 'HH24:MI') || ' ' ||"
                    + " to_char(max(at) at time zone 'UTC', 'HH24:MI') from plan_minutes"
                    + " where state = 'missed'"))
        .startsWith("10:4")
        .matches(".* (11:59|12:00)");
    JsonNode told = node.client.get("/notifications?kind=minutes-missed").json();
    assertThat(told.at("/notifications/0/details/users").asLong()).isEqualTo(missed);
    assertThat(node.log()).contains("Missed ").contains("minutes of the plan");
    assertThat(
            number(
                "select count(*) from (select 1 from task group by collection having"
                    + " count(*) > 1) as twice"))
        .isZero();
  }
}
