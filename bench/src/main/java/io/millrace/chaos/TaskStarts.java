package io.millrace.chaos;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When tasks were started, as the history has it. */
record TaskStarts(DatabaseUrl url) {

  /** Empty while there is none, or the database is away. */
  Optional<Instant> firstAfter(Instant at) {
    try (Connection connection = url.connect()) {
      return new Statements(connection)
          .first(
              "select started_at from task where started_at > ? order by started_at limit 1",
              row -> Statements.instant(row, 1),
              at);
    } catch (SQLException away) {
      return Optional.empty();
    }
  }

  /** The longest time in which nothing was started. */
  Duration longestPause(Instant from, Instant to) throws SQLException {
    return millis(
        """
        select 1000 * extract(epoch from max(at - before)) from (
          select at, lag(at) over (order by at) as before from (
            select started_at as at from task where started_at between ? and ?
            union all select ? union all select ?) s) t
        """,
        from,
        to,
        from,
        to);
  }

  /** How long after its time a task of a schedule was started, at most. */
  Duration lateness(Instant from, Instant to) throws SQLException {
    return millis(
        """
        select coalesce(1000 * extract(epoch from max(started_at - logical_time)), 0) from task
        where reason = 'schedule' and started_at between ? and ?
        """,
        from,
        to);
  }

  /**
   * How long it took until the work began that came due before the fault was over: from the fault
   * on, or from its own time if that is later. Retries wait for their delay, and do not count.
   *
   * @param over when the fault was over; nodes that ended start again after this
   * @param to until when it had to begin
   */
  Duration dueWork(Instant at, Instant over, Instant to) throws SQLException {
    return millis(
        """
        select coalesce(1000 * extract(epoch from max(started_at - greatest(logical_time, ?))), 0)
        from task
        where reason in ('schedule', 'trigger', 'catch-up') and attempt_no = 1
          and logical_time < ? and started_at between ? and ?
        """,
        at,
        over,
        at,
        to);
  }

  /**
   * How long after a fault the attempts that ran on a dead node had ended, so that they could be
   * tried again; zero if there were none.
   */
  Duration lostAttempts(Instant at, Instant to) throws SQLException {
    return millis(
        """
        select coalesce(1000 * extract(epoch from max(finished_at - ?)), 0) from all_tasks
        where message like 'The worker was lost%' and finished_at between ? and ?
        """,
        at, at, to);
  }

  /** How many nodes were ever fenced. */
  int fenced() {
    try (Connection connection = url.connect()) {
      return (int) new Statements(connection).number("select count(*) from put_out");
    } catch (SQLException away) {
      return 0;
    }
  }

  /** Whether nothing runs, waits or is booked. */
  boolean isAllDone() {
    try (Connection connection = url.connect()) {
      return new Statements(connection)
              .number(
                  "select (select count(*) from open_task)"
                      + " + (select count(*) from due where at is not null)")
          == 0;
    } catch (SQLException away) {
      return false;
    }
  }

  private Duration millis(String sql, Object... values) throws SQLException {
    try (Connection connection = url.connect()) {
      return Duration.ofMillis(new Statements(connection).number(sql, values));
    }
  }
}
