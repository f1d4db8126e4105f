package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** What a drain cost: time, and what the database did for it. */
record DrainCost(int tasks, Duration took, Counters spent) {
  private static final double MILLIS = 1_000;

  /**
   * What the database and this process have done, at one moment or between two.
   *
   * @param rows inserted, updated and deleted
   * @param nodeSeconds of cores, of this process
   * @param databaseSeconds of cores, of all processes of the server
   */
  record Counters(
      long commits, long walBytes, long rows, double nodeSeconds, double databaseSeconds) {

    static Counters now(DatabaseUrl database) throws SQLException {
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  """
                  select xact_commit, pg_current_wal_lsn() - '0/0'::pg_lsn,
                    tup_inserted + tup_updated + tup_deleted, pg_backend_pid()
                  from pg_stat_database where datname = current_database()
                  """)) {
        row.next();
        return new Counters(
            row.getLong(1),
            row.getLong(2),
            row.getLong(3),
            CpuTime.of(List.of(ProcessHandle.current().pid())),
            CpuTime.of(CpuTime.family(row.getLong(4))));
      } catch (IOException fault) {
        throw new UncheckedIOException(fault);
      }
    }

    Counters since(Counters before) {
      return new Counters(
          commits - before.commits,
          walBytes - before.walBytes,
          rows - before.rows,
          nodeSeconds - before.nodeSeconds,
          databaseSeconds - before.databaseSeconds);
    }
  }

  double rate() {
    return tasks / (took.toNanos() / 1e9);
  }

  @Override
  public String toString() {
    return ("%,8.0f/s   per task: %.3f commits, %.1f rows, %,.0f bytes of WAL;"
            + " ms of a core: %.3f here, %.3f in PostgreSQL")
        .formatted(
            rate(),
            (double) spent.commits() / tasks,
            (double) spent.rows() / tasks,
            (double) spent.walBytes() / tasks,
            spent.nodeSeconds() * MILLIS / tasks,
            spent.databaseSeconds() * MILLIS / tasks);
  }
}
