package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.retention.PartitionCreator;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.task.Uids;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

class HistoryMigrationTest {
  private static final UUID STRAY = UUID.fromString("f1a1e451-28fe-4f1d-b60d-26f9e438fcb6");

  private final DatabaseUrl database = TestDatabase.empty();
  private final Instant now = Clock.systemUTC().instant();

  @Test
  void whatWasThereBeforePartitionsIsStillThere() throws Exception {
    flyway("3");
    List<UUID> uids = new ArrayList<>();
    for (int day = 40; day >= 0; day--) {
      Instant at = now.minus(Duration.ofDays(day));
      uids.add(Uids.generator(InstantSource.fixed(at)).get());
      insert(uids.get(40 - day), at, "SUCCESS");
    }
    insert(STRAY, now, "SCHEDULED");

    Migrations.migrate(database);
    new PartitionCreator(database.dataSource()).createMissing(now);

    TaskStore tasks = new TaskStore(database.dataSource());
    List<UUID> listed =
        tasks
            .list(new TaskQuery("s", now.minus(Duration.ofDays(50)), now, Set.of(), "c", 100, null))
            .stream()
            .map(task -> task.id().attemptUid())
            .toList();
    assertThat(listed).hasSize(40).doesNotContain(uids.get(40)).contains(uids.get(0));
    LogStore logs = new LogStore(database.dataSource());
    for (UUID uid : uids) {
      assertThat(tasks.find(uid)).get().extracting(Task::status).isEqualTo(TaskStatus.SUCCESS);
      assertThat(logs.read(uid, null, null, 0, 10)).hasSize(1);
    }
    assertThat(tasks.find(STRAY)).get().extracting(Task::status).isEqualTo(TaskStatus.SCHEDULED);
    assertThat(logs.read(STRAY, null, null, 0, 10)).hasSize(1);
    assertThat(TestSql.value(database, "select count(*) from task_default")).isEqualTo("1");
    assertThat(
            TestSql.value(
                database,
                "select count(*) from pg_inherits where inhparent in ('task'::regclass,"
                    + " 'task_log'::regclass)"))
        .as("what was before, seven days ahead and the default, of both")
        .isEqualTo("18");
  }

  @Test
  void anEmptyHistoryLeavesNoPartitionBehind() throws Exception {
    flyway("3");
    Migrations.migrate(database);
    assertThat(
            TestSql.value(
                database, "select count(*) from pg_inherits where inhparent = 'task'::regclass"))
        .isEqualTo("1");
    assertThat(TestSql.value(database, "select to_regclass('task_before') is null")).isEqualTo("t");
  }

  private void flyway(String target) {
    Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(database.dataSource())
        .locations("classpath:io/millrace/engine/store/migration")
        .target(target)
        .load()
        .migrate();
  }

  private void insert(UUID uid, Instant at, String status) throws Exception {
    TestSql.execute(
        database,
        """
        insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
          system, pool, timeout_ms, created_at)
        values ('%1$s', 's', 'c', 1, '%3$s', 'plan', 200, 'DEFAULT', 'default', 1000, '%2$s');
        insert into task_log values ('%1$s', 1, '%2$s', 'info', 'line')
        """
            .formatted(uid, at, status));
  }
}
