package io.millrace.engine.retention;

import io.millrace.engine.TestClock;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.Sql;
import io.millrace.engine.store.TestDatabase;
import io.millrace.engine.task.Uids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A history in a database of its own, filled by SQL with tasks of any day. */
final class HistoryKit {
  final DatabaseUrl database = TestDatabase.fresh();
  final TestClock clock = new TestClock(Instant.parse("2026-01-01T12:00:00Z"));
  final Days days = new Days(database.dataSource());

  /** A task that ended, with a log line. */
  UUID task(String source, String collection) throws SQLException {
    return task(source, collection, "SUCCESS");
  }

  UUID task(String source, String collection, String status) throws SQLException {
    UUID uid = Uids.following(clock).get();
    insert(uid, source, collection, status, clock.instant());
    return uid;
  }

  void insert(UUID uid, String source, String collection, String status, Instant at)
      throws SQLException {
    try (Connection connection = database.connect()) {
      Statements sql = new Statements(connection);
      sql.update(
          """
          insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
            system, pool, timeout_ms, created_at)
          values (?, ?, ?, 1, ?, 'plan', 200, 'DEFAULT', 'default', 1000, ?)
          """,
          uid,
          source,
          collection,
          status,
          at);
      sql.update("insert into task_log values (?, 1, ?, 'info', ?)", uid, at, "of " + uid);
      if (status.equals("SCHEDULED") || status.equals("RUNNING")) {
        sql.update("insert into open_task values (?, 'default')", uid);
      }
    }
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
    return Long.parseLong(Sql.value(database, query));
  }
}
