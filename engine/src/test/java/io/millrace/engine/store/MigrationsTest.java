package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class MigrationsTest {
  private static final int NODES = 3;
  private static final int LAST_THAT_MAY = 9;

  @Test
  void anEmptyDatabaseGetsTheWholeSchema() throws Exception {
    DatabaseUrl database = TestDatabase.empty();
    Migrations.migrate(database);
    assertThat(TestSql.value(database, "select count(*) from event_journal")).isEqualTo("0");
    assertThat(TestSql.value(database, "select count(*) from snapshot")).isEqualTo("0");
  }

  @Test
  void aSecondMigrationChangesNothing() throws Exception {
    DatabaseUrl database = TestDatabase.fresh();
    String before = TestSql.value(database, "select count(*) from flyway_schema_history");
    Migrations.migrate(database);
    assertThat(TestSql.value(database, "select count(*) from flyway_schema_history"))
        .isEqualTo(before);
  }

  /** During a deploy, nodes of the previous release work with the tables of this one. */
  @Test
  void sinceTwoReleasesRunSideBySideNoMigrationTakesAnythingAway() throws Exception {
    Path folder = Path.of("src/main/resources/io/millrace/engine/store/migration");
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        int number = Integer.parseInt(name.substring(1, name.indexOf('_')));
        if (number > LAST_THAT_MAY) {
          assertThat(Files.readString(file).replaceAll("--.*", "").toLowerCase(Locale.ROOT))
              .as(name)
              .doesNotContainPattern("\\b(drop (table|column|view)|rename)\\b");
        }
      }
    }
  }

  @RepeatedTest(5)
  void threeNodesThatStartAtOnceMigrateOnce() throws Exception {
    DatabaseUrl database = TestDatabase.empty();
    CyclicBarrier together = new CyclicBarrier(NODES);
    ExecutorService threads = Executors.newFixedThreadPool(NODES);
    try {
      List<Future<?>> nodes = new ArrayList<>();
      for (int node = 0; node < NODES; node++) {
        nodes.add(
            threads.submit(
                () -> {
                  together.await();
                  Migrations.migrate(database);
                  return null;
                }));
      }
      for (Future<?> node : nodes) {
        node.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(
            TestSql.value(
                database,
                "select max(times) from (select count(*) as times from"
                    + " flyway_schema_history group by version) applied"))
        .isEqualTo("1");
    assertThat(TestSql.value(database, "select count(*) from event_journal")).isEqualTo("0");
  }

  @Test
  void aMigrationWithoutADatabaseSaysWhereItLooked() {
    DatabaseUrl nowhere = new DatabaseUrl("jdbc:postgresql://127.0.0.1:1/none", "me", "secret");
    assertThatThrownBy(() -> Migrations.migrate(nowhere))
        .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/none as me")
        .hasMessageNotContaining("secret");
  }
}
