package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** What a drain cost: time, and what the database did for it. */
record DrainCost(int tasks, Duration took, Counters spent) {

  /** The database's own counters, at one moment or between two. */
  record Counters(long commits, long walBytes, long journalRows) {

    static Counters now(DatabaseUrl database) throws SQLException {
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  """
                  select xact_commit, pg_current_wal_lsn() - '0/0'::pg_lsn,
                    (select last_value from event_journal_ordering_seq)
                  from pg_stat_database where datname = current_database()
                  """)) {
        row.next();
        return new Counters(row.getLong(1), row.getLong(2), row.getLong(3));
      }
    }

    Counters since(Counters before) {
      return new Counters(
          commits - before.commits, walBytes - before.walBytes, journalRows - before.journalRows);
    }
  }

  double rate() {
    return tasks / (took.toNanos() / 1e9);
  }

  @Override
  public String toString() {
    return "%,8.0f/s   per task: %.3f commits, %.2f journal rows, %,.0f bytes of WAL"
        .formatted(
            rate(),
            (double) spent.commits() / tasks,
            (double) spent.journalRows() / tasks,
            (double) spent.walBytes() / tasks);
  }
}
