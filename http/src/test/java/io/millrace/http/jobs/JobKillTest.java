package io.millrace.http.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.check.DatabaseChecker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.serialization.EventSerializer;
import io.millrace.http.NodeProcess;
import io.millrace.http.TestClient;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real node, with the triggers, the tokens and the workers on it, is killed again and again while
 * a job runs every second; it does not matter between which two steps it dies.
 */
class JobKillTest {
  private static final Duration LONG = Duration.ofSeconds(90);
  private static final String ID = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a";
  private static final int KILLS = 2;

  private static String job(Instant start, Instant end) {
    return """
id: %s
project: kill
name: five
triggers: [{name: second, start: %s, period: 1s%s}]
steps:
  - {name: extract, depends: [trigger/second], run: {process: [sleep, '0.2']}, retry: {attempts: 20, delay: 0s}}
  - {name: left, depends: [step/extract], run: {noop: {}}, retry: {attempts: 20, delay: 0s}}
  - {name: right, depends: [step/extract], run: {process: [sleep, '0.1']}, retry: {attempts: 20, delay: 0s}}
  - {name: both, depends: [step/left, step/right]}
  - {name: report, depends: [step/both], run: {noop: {}}, retry: {attempts: 20, delay: 0s}}
"""
        .formatted(ID, start, end == null ? "" : ", end: " + end);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = 20_261_117)
  void everyStepOfEveryTimeRunsOnceToItsEndHoweverOftenTheNodeIsKilled(
      long seed, @TempDir Path temp) throws Exception {
    Random random = new Random(seed);
    DatabaseUrl database = TestDatabase.fresh();
    Map<String, String> environment =
        Map.of(
            "MILLRACE_DB_URL", database.url(),
            "MILLRACE_DB_USER", database.user(),
            "MILLRACE_DB_PASSWORD", database.password());
    Instant start = now();
    for (int kill = 0; kill < KILLS; kill++) {
      NodeProcess node = NodeProcess.start(temp.resolve("data"), environment);
      try {
        if (kill == 0) {
          assertThat(node.client.put("/jobs", "application/yaml", job(start, null)).status())
              .isEqualTo(201);
        }
        long before = number(database, "select count(*) from token where state = 'SUCCESS'");
        await()
            .atMost(LONG)
            .until(
                () ->
                    number(database, "select count(*) from token where state = 'SUCCESS'")
                        > before + 5);
        await().pollDelay(Duration.ofMillis(random.nextInt(1_500))).until(() -> true);
      } finally {
        node.kill();
      }
    }
    try (NodeProcess node = NodeProcess.start(temp.resolve("data"), environment)) {
      Instant end = now().plusSeconds(3);
      TestClient.Answer edited = node.client.put("/jobs", "application/yaml", job(start, end));
      assertThat(edited.status()).isEqualTo(200);
      await()
          .atMost(LONG)
          .until(
              () ->
                  number(database, "select max(extract(epoch from logical_time)) from token")
                      == end.getEpochSecond() - 1);
      await()
          .atMost(LONG)
          .until(
              () ->
                  number(
                          database,
                          "select (select count(*) from open_task)"
                              + " + (select count(*) from due where at is not null)")
                      == 0);
      List<String> wrong =
          texts(
              database,
              """
              select format('%s: %s, counts %s', owner, state, count) from token
              where state <> 'SUCCESS' or count <> 0
              union all
              select format('%s: %s steps', logical_time, count(*)) from token
              group by logical_time having count(*) <> 5
              union all
              select format('%s succeeded %s times', owner, count(*)) from all_tasks
              where status = 'SUCCESS' group by owner having count(*) <> 1
              union all
              select format('%s was started %s times', owner, count(*)) from all_tasks
              where attempt_no = 1 group by owner having count(*) <> 1
              union all
              select format('%s fired, %s times are there', fired + caught_up,
                (select count(*) from token where step = 'extract'))
              from triggers
              where missed > 0
                or fired + caught_up <> (select count(*) from token where step = 'extract')
              union all
              select format('from %s to %s, and %s times', min(logical_time), max(logical_time),
                count(distinct logical_time)) from token
              having extract(epoch from max(logical_time) - min(logical_time)) + 1
                <> count(distinct logical_time)
              """);
      assertThat(wrong).isEmpty();
    }
    assertThat(
            new DatabaseChecker(database.dataSource(), 256, new EventSerializer()::fromBinary)
                .check(Clock.systemUTC().instant()))
        .allMatch(Finding::isFine);
  }

  private static Instant now() {
    return Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private static long number(DatabaseUrl database, String sql) throws Exception {
    return (long) Double.parseDouble(texts(database, sql).get(0));
  }

  private static List<String> texts(DatabaseUrl database, String sql) throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (row.next()) {
        texts.add(row.getString(1));
      }
      return texts;
    }
  }
}
