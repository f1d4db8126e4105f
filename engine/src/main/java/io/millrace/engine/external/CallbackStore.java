package io.millrace.engine.external;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** Stores the progress of callbacks and finds requests to call back or to give up. */
public final class CallbackStore {
  private static final int PAGE = 1_000;

  private static final String CALLED =
      "update channel_requests set called_at = ? where attempt_uid = any(?)";

  /**
   * Skips a task that is just being started, to avoid a deadlock. The condition on wanted_until is
   * repeated because the caller may just have repeated the request.
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
          message = 'Given up: the caller did not repeat its request'
        from gone where task.attempt_uid = gone.attempt_uid)
      select attempt_uid, pool from gone
      """;

  /** Looks up the few open requests by key; the planner must not use the status instead. */
  private static final String TO_CALL =
      """
select t.*, r.task_token, r.callback_url from channel_requests r cross join lateral (
  select * from task where attempt_uid = r.attempt_uid and status || '' = 'RUNNING' offset 0) t
where r.callback_url <> '' and r.called_at is null order by r.attempt_uid limit ?
""";

  /** A request that was given up. */
  public record GivenUpRequest(UUID attemptUid, String pool) {}

  /**
   * @param toCall granted requests whose caller was not called yet
   */
  public record CallbackWork(List<ExternalRequest> toCall, List<GivenUpRequest> givenUp) {}

  private final DataSource database;

  public CallbackStore(DataSource database) {
    this.database = database;
  }

  /**
   * @param called requests whose caller was called since the last update
   * @param lateBefore requests that were wanted until this time at most are given up
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
