package io.millrace.engine.retention;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Uids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** A history in its own database, filled by SQL with tasks of any day. */
final class HistoryTablesKit {
  final DatabaseUrl database = TestDatabase.fresh();
  final TestClock clock = new TestClock(Instant.parse("2026-01-01T12:00:00Z"));
  final PartitionCreator partitionCreator = new PartitionCreator(database.dataSource());

  private final Supplier<UUID> uids = Uids.generator(clock);

  /** A task that ended. */
  record EndedTask(UUID uid, String collection, Instant at) {}

  UUID uid() {
    return uids.get();
  }

  /** A task that ended, with a log line. */
  UUID task(String source, String collection) throws SQLException {
    return task(source, collection, "SUCCESS");
  }

  UUID task(String source, String collection, String status) throws SQLException {
    UUID uid = uid();
    insert(uid, source, collection, status);
    return uid;
  }

  void insert(UUID uid, String source, String collection, String status) throws SQLException {
    try (Connection connection = database.connect()) {
      insert(connection, List.of(new EndedTask(uid, collection, clock.instant())), source);
      Statements sql = new Statements(connection);
      sql.update("update task set status = ? where attempt_uid = ?", status, uid);
      if (status.equals("SCHEDULED") || status.equals("RUNNING")) {
        sql.update("insert into open_task values (?, 'default')", uid);
      }
    }
  }

  /** Inserts tasks, each with a log line. */
  void insert(Connection connection, List<EndedTask> runs, String source) throws SQLException {
    new Statements(connection)
        .update(
            """
            with added as (
              insert into task (attempt_uid, source, collection, attempt_no, status, reason,
                priority, system, pool, timeout_ms, created_at)
              select u, ?, c, 1, 'SUCCESS', 'plan', 200, 'DEFAULT', 'default', 1000,
                'epoch'::timestamptz + a * interval '1 ms'
              from unnest(?, ?, ?) as x(u, c, a) returning attempt_uid, created_at)
            insert into task_log select attempt_uid, 1, created_at, 'info', 'of ' || attempt_uid
            from added
            """,
            ColumnArrays.of(runs)
                .value(source)
                .uuids(EndedTask::uid)
                .texts(EndedTask::collection)
                .times(EndedTask::at)
                .values());
  }

  void execute(String statement) throws SQLException {
    TestSql.execute(database, statement);
  }

  String text(String query) throws SQLException {
    return TestSql.value(database, query);
  }

  List<String> partitions(String table) throws SQLException {
    try (Connection connection = database.connect()) {
      return new Statements(connection)
          .rows(
              "select relname from pg_inherits join pg_class c on c.oid = inhrelid"
                  + " where inhparent = ?::regclass order by 1",
              row -> row.getString(1),
              table);
    }
  }

  List<UUID> uids(String query) throws SQLException {
    try (Connection connection = database.connect()) {
      return new Statements(connection).rows(query, row -> row.getObject(1, UUID.class));
    }
  }

  long number(String query) throws SQLException {
    return Long.parseLong(TestSql.value(database, query));
  }
}
