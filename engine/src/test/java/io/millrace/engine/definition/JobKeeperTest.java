package io.millrace.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.job.JobKit;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.job.JobStore;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobKeeperTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final DatabaseUrl database = TestDatabase.fresh();
  private final JobStore store = new JobStore(database.dataSource(), new TestClock());
  private final JobRegistry registry = new JobRegistry();
  private final JobKeeper keeper = new JobKeeper(registry, store);

  @AfterEach
  void close() {
    keeper.close();
  }

  private void save(String name, String... steps) throws SQLException {
    store.save(JobKit.draft(JobKit.yaml(name, steps)), "ops");
  }

  @Test
  void allJobsAreThereOnceItIsLoaded() throws SQLException {
    save("j", "a:trigger/t");
    save("k", "b:j/step/a");
    keeper.load();
    assertThat(registry.all()).hasSize(2);
    assertThat(registry.version()).isEqualTo(store.version());
  }

  @Test
  void whatIsSavedElsewhereIsSeen() throws SQLException {
    keeper.load();
    keeper.start();
    save("j", "a:trigger/t");
    await().atMost(SOON).until(() -> registry.find(JobKit.id("j")).isPresent());
    store.delete(JobKit.id("j"));
    await().atMost(SOON).until(() -> registry.all().isEmpty());
  }

  @Test
  void aRefreshSeesEverythingThatWasSavedBefore() throws SQLException {
    keeper.load();
    for (int i = 0; i < 20; i++) {
      save("j" + i, "a:trigger/t");
      keeper.refresh().toCompletableFuture().join();
      assertThat(registry.find(JobKit.id("j" + i))).isPresent();
    }
  }

  /** More jobs than fit into one page. The database creates most of them, which is faster. */
  @Test
  void anyNumberOfJobsIsLoaded() throws SQLException {
    save("j", "a:trigger/t");
    TestSql.execute(
        database,
        """
        insert into jobs (id, project, name, paused, definition, document, media_type, refers_to,
          saved_by, saved_at, version)
        select gen_random_uuid(), 'p', 'n' || n, false, definition, '', media_type, refers_to,
          saved_by, saved_at, n
        from jobs, generate_series(2, 12000) as n
        """);
    TestSql.execute(database, "update jobs_version set version = 12345");
    keeper.load();
    assertThat(registry.all()).hasSize(12_000);
    assertThat(registry.version()).isEqualTo(12_345);
  }

  @Test
  void aDatabaseThatIsAwayIsNotTheEndOfIt() throws SQLException {
    keeper.load();
    keeper.start();
    TestDatabase.takeAway(database);
    keeper.refresh().toCompletableFuture().join();
    TestDatabase.bringBack(database);
    save("j", "a:trigger/t");
    await().atMost(SOON).until(() -> registry.find(JobKit.id("j")).isPresent());
  }
}
