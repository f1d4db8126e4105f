package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;

/**
 * Tokens that are of no use any more go, with their events and snapshots, a page at a time. One
 * that is booked, or runs, is of use; so is one that waits for its paused job to go on.
 */
final class OldTokenStore {
  private static final int PAGE = 2_000;

  /** A zombie of its entity could still write what is left of it; by then it is long gone. */
  static final Duration REMOVED_FOR = Duration.ofHours(1);

  private static final String DELETE =
      """
      with old as materialized (
        select owner from token
        where %s and not exists (select 1 from due where due.owner = token.owner)
        limit %d for update skip locked),
      events as (
        delete from event_journal using old where persistence_id = 'token|' || owner),
      snapshots as (
        delete from snapshot using old where persistence_id = 'token|' || owner),
      gone as (delete from token using old where token.owner = old.owner returning 1)
      select count(*) from gone
      """;
  private static final String OF_DELETED =
      DELETE.formatted("job = ? and state = 'REMOVED' and changed_at < ?", PAGE);
  private static final String OLD =
      DELETE.formatted(
          """
          job = ? and logical_time < ? and changed_at < ? and state <> 'ACTIVE'
          and (state <> 'WAITING' or not exists (select 1 from jobs where number = job and paused))
          """,
          PAGE);

  private final DataSource database;
  private final Duration keep;

  /**
   * @param keep how long a token that has come to its end can be asked for
   */
  OldTokenStore(DataSource database, Duration keep) {
    this.database = database;
    this.keep = keep;
  }

  /** A page of those of a deleted job. */
  long deleteOf(long job, Instant now) throws SQLException {
    return delete(OF_DELETED, job, now.minus(REMOVED_FOR));
  }

  /** A page of the old ones of a job. */
  long deleteOld(long job, Instant now) throws SQLException {
    Instant before = now.minus(keep);
    return delete(OLD, job, before, before);
  }

  /** Whether there may be another page. */
  static boolean isFull(long deleted) {
    return deleted == PAGE;
  }

  private long delete(String statement, Object... values) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = Statements.plannedAnew(connection);
          MaintenanceRunner.lock(sql);
          return sql.number(statement, values);
        });
  }

  /** Jobs that have a token which is old. */
  List<Long> jobsWithOld(Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection)
          .rows(
              """
              select number from jobs
              where exists (select 1 from token where job = number and logical_time < ?)
              order by number
              """,
              row -> row.getLong(1),
              now.minus(keep));
    }
  }

  List<Long> deletedJobs() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .rows("select number from jobs where deleted order by number", row -> row.getLong(1));
    }
  }

  /** A deleted job goes with the last of its tokens. */
  void deleteJob(long job) throws SQLException {
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .update(
              "delete from jobs where number = ? and deleted"
                  + " and not exists (select 1 from token where job = number)",
              job);
    }
  }
}
