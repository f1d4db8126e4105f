package io.millrace.engine.external;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** What is to be done about requests that nobody is waiting with: tell their caller, or give up. */
public final class CallbackStore {
  private static final int PAGE = 1_000;

  private static final String CALLED =
      "update channel_requests set called_at = ? where attempt_uid = any(?)";

  /**
   * A task that is just being started is skipped, so that this waits for nobody who waits for it.
   * One that is just asked for again is looked at once more, after that.
   */
  private static final String GIVE_UP =
      """
      with late as (
        select r.attempt_uid from channel_requests r cross join lateral (
          select attempt_uid from task
          where attempt_uid = r.attempt_uid and status || '' = 'SCHEDULED'
          for update skip locked) t
        where r.wanted_until <= ? order by r.wanted_until limit ?),
      gone as (
        delete from channel_requests r using late
        where r.attempt_uid = late.attempt_uid and r.wanted_until <= ?
        returning r.attempt_uid, r.pool),
      closed as (delete from open_task o using gone where o.attempt_uid = gone.attempt_uid),
      ended as (
        update task set status = 'CANCELED', finished_at = ?,
          message = 'Given up: it was not asked for again'
        from gone where task.attempt_uid = gone.attempt_uid)
      select attempt_uid, pool from gone
      """;

  /** By the keys of the few that are open, whatever the planner thinks of the status. */
  private static final String TO_CALL =
      """
select t.*, r.task_token, r.callback_url from channel_requests r cross join lateral (
  select * from task where attempt_uid = r.attempt_uid and status || '' = 'RUNNING' offset 0) t
where r.callback_url <> '' and r.called_at is null order by r.attempt_uid limit ?
""";

  /** A request that was given up. */
  public record GivenUpRequest(UUID attemptUid, String pool) {}

  /**
   * @param toCall those that have their channel, and whose caller has not been told
   */
  public record CallbackWork(List<ExternalRequest> toCall, List<GivenUpRequest> givenUp) {}

  private final DataSource database;

  public CallbackStore(DataSource database) {
    this.database = database;
  }

  /**
   * @param called those whose caller was told since the step before
   * @param lateBefore whoever wanted his channel until then, and not longer, is given up
   */
  public CallbackWork update(List<UUID> called, Instant lateBefore, Instant now)
      throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          if (!called.isEmpty()) {
            sql.update(CALLED, now, called.toArray(UUID[]::new));
          }
          List<GivenUpRequest> givenUp =
              sql.rows(
                  GIVE_UP,
                  row -> new GivenUpRequest(row.getObject(1, UUID.class), row.getString(2)),
                  lateBefore,
                  PAGE,
                  lateBefore,
                  now);
          return new CallbackWork(sql.rows(TO_CALL, ExternalRequest::of, PAGE), givenUp);
        });
  }
}
