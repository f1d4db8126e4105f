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
 * Deletes old tokens with their states, and their events of earlier releases, a page at a time. It
 * keeps tokens that are active or booked, and waiting tokens of a paused job.
 */
final class OldTokenStore {
  private static final int PAGE = 2_000;

  /** How long a removed token stays: a stale entity on a lost node could still write until then. */
  static final Duration REMOVED_FOR = Duration.ofHours(1);

  private static final String DELETE =
      """
      with old as materialized (
        select owner from token
        where %s and not exists (select 1 from due where due.owner = token.owner)
        limit %d for update skip locked),
      states as (delete from owner_state using old where owner_state.owner = old.owner),
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
   * @param keep how long a token is kept after its last change
   */
  OldTokenStore(DataSource database, Duration keep) {
    this.database = database;
    this.keep = keep;
  }

  /** Deletes a page of the tokens of a deleted job. */
  long deleteOf(long job, Instant now) throws SQLException {
    return delete(OF_DELETED, job, now.minus(REMOVED_FOR));
  }

  /** Deletes a page of the old tokens of a job. */
  long deleteOld(long job, Instant now) throws SQLException {
    Instant before = now.minus(keep);
    return delete(OLD, job, before, before);
  }

  /** Whether the page was full, so that there may be another. */
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

  /** The jobs with at least one old token. */
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

  /** Deletes the row of a deleted job once its last token is gone. */
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
