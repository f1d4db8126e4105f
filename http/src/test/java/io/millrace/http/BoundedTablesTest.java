package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.retention.HistoryCleaner;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.MaintenanceRunner;
import io.millrace.engine.retention.TokenCleaner;
import io.millrace.engine.retention.UserSiteCleaner;
import io.millrace.engine.token.TokenStore;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * Days of use on a node that keeps everything for a day, on a clock that is moved by hand. Once
 * that is full, no table has more rows from one day to the next; {@code bench/run busy-day} shows
 * the same with more of everything, and the memory.
 */
class BoundedTablesTest {
  private static final int DAYS = 4;
  private static final int USER_SITES = 4;
  private static final int REFRESHES = 6;
  private static final Duration STEP = Duration.ofHours(12);
  private static final String NOT_OF_POOLS = "persistence_id not like 'flow-control|%'";
  private static final HistorySettings KEEP =
      new HistorySettings(Duration.ofDays(1), 2, Duration.ofDays(1), 1_000);

  private final TestClock clock = new TestClock(Instant.parse("2026-03-01T00:30:00Z"));
  private TestNode node;
  private int oldest;
  private int newest;

  @Test
  void noTableHasMoreRowsFromOneDayToTheNext() throws Exception {
    List<Map<String, Long>> days = new ArrayList<>();
    long writes;
    try (TestNode started =
        TestNode.start(
            """
            millrace {
              flow.missed-heartbeats = 1000000
              history { keep = 1d, keep-runs = 2, keep-logs = 1d }
              webhooks.keep = 1d
              flywheel.internal { enabled = false, throttling.minimumSecondsSinceLastRefresh = 0 }
            }
            """,
            clock)) {
      node = started;
      define();
      List<MaintenanceRunner.MaintenanceRound> maintenance = maintenance();
      for (int day = 1; day <= DAYS; day++) {
        for (int step = 0; step < 2; step++) {
          clock.pass(STEP);
          use(); // which waits until nothing is under way: what is counted below does not change
        }
        for (MaintenanceRunner.MaintenanceRound round : maintenance) {
          while (!round.run(clock.instant()).isAfter(clock.instant())) {
            // there is more
          }
        }
        days.add(rows());
      }
      writes = number("select sum(revision) from owner_state");
    }
    Map<String, Long> before = days.get(DAYS - 2);
    Map<String, Long> last = days.get(DAYS - 1);
    assertThat(before.keySet()).contains("owner_state", "task", "token", "task_log");
    last.forEach(
        (table, rows) ->
            assertThat(rows)
                .as("%s, by day: %s", table, days.stream().map(day -> day.get(table)).toList())
                .isLessThanOrEqualTo(before.getOrDefault(table, 0L) * 11 / 10 + 10));
    assertThat(last.get("owner_state")).as("one row of each").isLessThan(writes / 2);
    assertThat(last.get("event_journal")).as("events are of pools only").isZero();
  }

  /** As the node does it by itself, every now and then. */
  private List<MaintenanceRunner.MaintenanceRound> maintenance() {
    DataSource database = node.database.dataSource();
    return List.of(
        new HistoryCleaner(database, KEEP)::run,
        new UserSiteCleaner(database, KEEP.keep())::run,
        new TokenCleaner(database, new TokenStore(database), KEEP.keep(), job -> {})::run);
  }

  private void define() {
    node.client.put(
        "/sources",
        "application/yaml",
        "sources: {feed: {collections: [{name: c, schedule: '0 * * * *', run: {process: [echo,"
            + " hello]}}]}}");
    node.client.put(
        "/jobs",
        "application/yaml",
        """
        id: 7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a
        project: reports
        name: load
        triggers: [{name: often, start: %s, period: 1h, catchup: earliest}]
        steps:
          - {name: extract, depends: [trigger/often], run: {noop: {}}}
          - {name: done, depends: [step/extract]}
        """
            .formatted(clock.instant()));
    node.client.post("/import", "{\"site\": {\"id\": \"bank\", \"provider\": \"p\"}}");
    node.client.post("/import", "{\"client\": {\"id\": \"app\", \"name\": \"app\"}}");
    come(USER_SITES);
  }

  private void come(int users) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < users; i++, newest++) {
      lines.append(
          """
          {"user": {"id": "u%1$d", "client": "app"}}
          {"user_site": {"id": "us%1$d", "user": "u%1$d", "site": "bank"}}
          """
              .formatted(newest));
    }
    assertThat(node.client.post("/import", lines.toString()).json().at("/rejected")).isEmpty();
  }

  /** Everybody is refreshed, somebody leaves, somebody comes, and what was due has run. */
  private void use() {
    for (int refresh = 0; refresh < REFRESHES; refresh++) {
      for (int user = oldest; user < newest; user++) {
        assertThat(node.client.post("/user-sites/us" + user + "/refresh").status()).isEqualTo(201);
      }
      awaitNone("open_task");
    }
    assertThat(node.client.delete("/users/u" + oldest++).status()).isEqualTo(204);
    come(1);
    String due = clock.instant().toString();
    awaitNone("due where at <= '%s'".formatted(due));
    awaitNone(
        "triggers where fired_until is null or fired_until <= '%s'::timestamptz - interval '1 h'"
            .formatted(due));
    awaitNone("catch_up");
    awaitNone("open_task");
  }

  private void awaitNone(String of) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofSeconds(60))
        .until(() -> number("select count(*) from " + of) == 0);
  }

  private Map<String, Long> rows() throws SQLException {
    Map<String, Long> rows = new TreeMap<>();
    String names =
        TestSql.value(
            node.database,
            """
            select string_agg(relname, ' ') from pg_class c
            where relkind in ('r', 'p') and not relispartition
              and relnamespace = current_schema()::regnamespace and relname not like 'flyway%'
            """);
    for (String table : names.split(" ")) {
      rows.put(table, number("select count(*) from " + table));
    }
    // A pool has one journal, whose events go with its snapshots, from 1,000 to 1,000.
    rows.put("event_journal", number("select count(*) from event_journal where " + NOT_OF_POOLS));
    return rows;
  }

  private long number(String sql) throws SQLException {
    return Long.parseLong(TestSql.value(node.database, sql));
  }
}
