package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.retention.PartitionCreator;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How much the database reads for an answer, by its own count. */
class HistoryPlansTest {
  private static final Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");
  private static final Instant LAST = FIRST.plus(Duration.ofDays(8));

  private static final String SINCE =
      "from pg_stat_user_tables n join read_before b using (relid) where n.relname ~ '^task_'";

  private static HikariDataSource database;

  private final TaskStore tasks = new TaskStore(database);
  private final JournalWriter writer = new JournalWriter(database, () -> "", 1, 500, error -> {});
  private long written;

  /** 160,000 tasks of 8 days and 5,000 collections; 300 of the last day are open. */
  @BeforeAll
  static void fill() throws SQLException {
    DatabaseUrl url = TestDatabase.fresh();
    HikariConfig one = new HikariConfig();
    one.setDataSource(url.dataSource());
    one.setMaximumPoolSize(1); // so that its statistics are those of one connection
    database = new HikariDataSource(one);
    new PartitionCreator(database).createMissing(FIRST);
    execute(
        """
        insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
          system, pool, timeout_ms, created_at)
        select overlay(first_uid(at)::text placing lpad(to_hex(i), 12, '0') from 25)::uuid,
          's' || i % 2, 'c' || i % 5000, 1,
          case when i > 159700 then 'SCHEDULED' when i % 100 = 0 then 'FAILED' else 'SUCCESS' end,
          'plan', 200, 'DEFAULT', 'default', 1000, at
        from (select i, timestamptz '2026-03-01 00:00Z' + i * interval '4.32 s' as at
          from generate_series(0, 159999) as i) as x;
        insert into open_task select attempt_uid,
          case when row_number() over (order by attempt_uid) > 290 then 'other' else pool end
        from task where status = 'SCHEDULED';
        """);
    execute("analyze");
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @BeforeEach
  void remember() throws SQLException {
    execute("drop table if exists read_before");
    flush();
    execute("create table read_before as select * from pg_stat_user_tables");
  }

  @AfterEach
  void close() {
    writer.close();
  }

  @Test
  void listsReadHardlyMoreThanTheyShow() throws Exception {
    assertThat(tasks.list(query(null, "c2", null))).hasSize(32);
    assertThat(tasks.list(query(null, null, null))).hasSize(100);
    assertThat(tasks.list(query(TaskStatus.SCHEDULED, null, null))).hasSize(100);
    assertThat(tasks.list(query(TaskStatus.RUNNING, "c2", null))).isEmpty();
    assertThat(tasks.list(new TaskQuery("s0", FIRST, LAST, TaskQuery.OPEN, null, 100, null)))
        .hasSize(100);
    assertThat(read()).isLessThan(2_000);
  }

  @Test
  void aListOfOneDayReadsItsPartitionOnly() throws Exception {
    Instant third = FIRST.plus(Duration.ofDays(2));
    tasks.list(
        new TaskQuery(
            "s0", third.plusSeconds(7_200), third.plusSeconds(14_400), Set.of(), null, 100, null));
    assertThat(touched()).isEqualTo("task_20260303, task_kept");
  }

  @Test
  void aRareStatusIsLookedForWithinTheSource() throws Exception {
    assertThat(tasks.list(query(TaskStatus.FAILED, null, null))).hasSize(100);
    assertThat(read()).isLessThan(25_000);
  }

  @Test
  void pagesGoOnOverPartitions() throws Exception {
    int found = 0;
    UUID after = null;
    for (int page = 0; page < 4; page++) {
      for (var task : tasks.list(query(null, "c2", after, 10))) {
        after = task.id().attemptUid();
        found++;
      }
    }
    assertThat(found).isEqualTo(32);
  }

  @Test
  void aTaskIsFoundInItsPartition() throws Exception {
    UUID uid = uid(80_000);
    remember();
    assertThat(tasks.find(uid)).isPresent();
    assertThat(read()).isOne();
  }

  @Test
  void theNamesOfAttemptsAreReadByTheirKeys() throws Exception {
    UUID first = uid(80_001);
    UUID second = uid(159_995);
    remember();
    assertThat(tasks.ids(List.of(first, second, UUID.randomUUID())))
        .isEqualTo(
            Map.of(
                first, new TaskId("s1", "c1", first), second, new TaskId("s1", "c4995", second)));
    assertThat(read()).isEqualTo(2);
  }

  @Test
  void whatWaitsIsReadByItsKeys() throws Exception {
    assertThat(tasks.queued("default", null, 5_000)).hasSize(290);
    assertThat(read()).isEqualTo(290);
  }

  @Test
  void aTaskThatWaitsHasNoDeadlineYet() throws Exception {
    UUID waiting = tasks.queued("default", null, 1).get(0).task().id().attemptUid();
    assertThat(tasks.deadlines(List.of(waiting))).hasSize(1).containsEntry(waiting, null);
  }

  @Test
  void startsAndEndsTouchOnlyThePartitionsOfTheirTasks() throws Exception {
    List<UUID> uids = List.of(uid(159_995), uid(159_996), uid(159_997));
    remember();
    write(history -> uids.forEach(uid -> history.started(uid, LAST, LAST, "w")));
    write(history -> uids.forEach(uid -> history.ended(uid, LAST, Outcome.success())));
    assertThat(tasks.find(uids.get(0)))
        .get()
        .extracting(task -> task.status().isFinal())
        .isEqualTo(true);
    assertThat(touched()).isEqualTo("task_20260308, task_kept");
    assertThat(
            value(
                "select sum(n.n_tup_hot_upd - b.n_tup_hot_upd) || ' of '"
                    + " || sum(n.n_tup_upd - b.n_tup_upd) "
                    + SINCE))
        .as("no index has a column that changes")
        .isEqualTo("6 of 6");
  }

  private static UUID uid(int i) throws SQLException {
    return UUID.fromString(
        value(
            "select attempt_uid from task where attempt_uid::text like '%"
                + String.format("%012x", i)
                + "'"));
  }

  private TaskQuery query(TaskStatus status, String collection, UUID after) {
    return query(status, collection, after, 100);
  }

  private TaskQuery query(TaskStatus status, String collection, UUID after, int limit) {
    return new TaskQuery(
        "s0", FIRST, LAST, status == null ? Set.of() : Set.of(status), collection, limit, after);
  }

  private void write(Consumer<HistoryWriter> said) throws Exception {
    HistoryWriter.HistoryEvent event = (owner, history) -> said.accept(history);
    JournalRow row =
        new JournalRow(
            "t|o", ++written, "w", 0, "", new SerializedPayload(new byte[] {1}, 1, "m"), event);
    writer.write(List.of(row)).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  /** The rows of the history that were read, with or without an index. */
  private static long read() throws SQLException {
    return Long.parseLong(
        value(
            "select sum(n.seq_tup_read - b.seq_tup_read"
                + " + coalesce(n.idx_tup_fetch - b.idx_tup_fetch, 0)) "
                + SINCE));
  }

  private static String touched() throws SQLException {
    return value(
        "select string_agg(n.relname, ', ' order by n.relname) "
            + SINCE
            + " and n.seq_scan + coalesce(n.idx_scan, 0) > b.seq_scan + coalesce(b.idx_scan, 0)");
  }

  private static String value(String query) throws SQLException {
    flush();
    try (Connection connection = database.getConnection()) {
      return new Statements(connection).rows(query, row -> row.getString(1)).get(0);
    }
  }

  private static void flush() throws SQLException {
    execute("select pg_stat_force_next_flush()");
  }

  private static void execute(String statement) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }
}
