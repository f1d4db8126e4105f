package io.millrace.engine.external;

import static io.millrace.engine.sql.Statements.instant;

import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The requests of external callers. A request exists as long as its task is open: both are created
 * and ended in the same transaction.
 */
public final class ExternalRequestStore {
  /** How soon a caller must repeat its request after its wait is over. */
  static final Duration ASK_AGAIN_WITHIN = Duration.ofSeconds(60);

  private static final String FIND =
      """
      select t.*, r.task_token, r.callback_url
      from channel_requests r join task t using (attempt_uid)
      where r.pool = ? and r.task_token = ?
      """;

  /** One lookup in the index for each pool. */
  private static final String FIND_IN =
      """
      select t.*, r.task_token, r.callback_url
      from unnest(?::text[]) as pools (pool)
        join channel_requests r on r.pool = pools.pool and r.task_token = ?
        join task t using (attempt_uid)
      order by r.pool
      """;

  private static final String REQUEST =
      """
      insert into channel_requests (attempt_uid, pool, task_token, callback_url, wanted_until)
      values (?, ?, ?, ?, ?) on conflict do nothing
      """;
  private static final String TASK =
      """
      with queued as (
        insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
          system, pool, queue, timeout_ms, created_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        returning attempt_uid, pool)
      insert into open_task (attempt_uid, pool) select attempt_uid, pool from queued
      """;

  /** Has no effect on a request with a callback, whose wanted_until is null. */
  private static final String WANTED =
      "update channel_requests set wanted_until = ? where attempt_uid = ? and wanted_until < ?";

  /** A task without a channel cannot have run, so it ends as CANCELED with any outcome. */
  private static final String END =
      """
      with ended as (
        update task set status = case status when 'SCHEDULED' then 'CANCELED' else ? end,
          message = ?, user_message = ?, finished_at = ?
        where attempt_uid = ? and %s
        returning attempt_uid),
      closed as (delete from open_task o using ended where o.attempt_uid = ended.attempt_uid)
      delete from channel_requests r using ended where r.attempt_uid = ended.attempt_uid
      """;

  private static final String END_OPEN = END.formatted("status in ('SCHEDULED', 'RUNNING')");
  private static final String END_LATE = END.formatted("status = 'RUNNING' and deadline <= ?");

  private final DataSource database;

  public ExternalRequestStore(DataSource database) {
    this.database = database;
  }

  /**
   * Finds or creates the request of this pool and token. A request with another name is not
   * changed.
   *
   * @param attemptUid for a new request
   * @param until when the caller stops waiting for the answer
   */
  public ExternalRequest findOrCreate(
      ChannelRequest request, UUID attemptUid, Instant now, Instant until) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          Optional<ExternalRequest> existing =
              sql.first(
                  FIND + "for update of r",
                  ExternalRequest::of,
                  request.pool(),
                  request.taskToken());
          if (existing.isEmpty()) {
            return insert(sql, request, attemptUid, now, until);
          }
          if (existing.get().executionName().equals(request.executionName())) {
            Instant wanted = until.plus(ASK_AGAIN_WITHIN);
            sql.update(WANTED, wanted, existing.get().attemptUid(), wanted);
          }
          return existing.get();
        });
  }

  private static ExternalRequest insert(
      Statements sql, ChannelRequest request, UUID attemptUid, Instant now, Instant until)
      throws SQLException {
    boolean callback = !request.callbackUrl().isEmpty();
    int inserted =
        sql.update(
            REQUEST,
            attemptUid,
            request.pool(),
            request.taskToken(),
            request.callbackUrl(),
            callback ? null : until.plus(ASK_AGAIN_WITHIN));
    if (inserted == 0) {
      throw Transaction.raced("A request for a channel");
    }
    Task task = request.toTask(attemptUid, now);
    sql.update(
        TASK,
        attemptUid,
        task.id().source(),
        task.id().collection(),
        task.origin().attemptNo(),
        task.status().name(),
        task.origin().reason().text(),
        task.route().priority(),
        task.route().system(),
        task.route().pool(),
        task.route().queue(),
        task.times().timeout().toMillis(),
        task.times().createdAt());
    return new ExternalRequest(task, request.taskToken(), request.callbackUrl());
  }

  public Optional<ExternalRequest> find(ChannelReader.RequestKey key) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .first(FIND, ExternalRequest::of, key.pool(), key.taskToken());
    }
  }

  /** The requests of that token in these pools. */
  List<ExternalRequest> find(String taskToken, Collection<String> pools) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .rows(FIND_IN, ExternalRequest::of, pools.toArray(String[]::new), taskToken);
    }
  }

  /** Ends a request, whether it waits or has its channel; false if it had ended before. */
  public boolean end(UUID attemptUid, Outcome outcome, Instant at) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return end(new Statements(connection), END_OPEN, outcome, at, attemptUid);
    }
  }

  private static boolean end(
      Statements sql, String statement, Outcome outcome, Instant at, Object... keys)
      throws SQLException {
    Object[] values = new Object[4 + keys.length];
    values[0] = outcome.kind().status().name();
    values[1] = outcome.message();
    values[2] = UserMessages.NONE.withSentence(outcome).userMessage();
    values[3] = at;
    System.arraycopy(keys, 0, values, 4, keys.length);
    return sql.update(statement, values) > 0;
  }

  /**
   * The result of a check whether a lease ran out.
   *
   * @param ended whether the check ended it
   * @param deadline the deadline of a lease that continues
   */
  public record LeaseExpiry(boolean ended, @Nullable Instant deadline) {}

  /** Ends a request whose lease ran out; a lease with a later deadline continues. */
  public LeaseExpiry endIfExpired(UUID attemptUid, Instant now) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          Outcome expired = Outcome.timeout("The lease ran out");
          boolean ended = end(sql, END_LATE, expired, now, attemptUid, now);
          Optional<Instant> deadline =
              sql.first(
                  "select deadline from task where attempt_uid = ? and status = 'RUNNING'",
                  row -> instant(row, 1),
                  attemptUid);
          return new LeaseExpiry(ended, deadline.orElse(null));
        });
  }

  /**
   * Restarts the lease of a granted request after a heartbeat. A waiting request stays as it is.
   */
  public Optional<ExternalRequest> extend(ChannelReader.RequestKey key, Instant now)
      throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          Optional<ExternalRequest> existing =
              sql.first(FIND, ExternalRequest::of, key.pool(), key.taskToken());
          if (existing.isPresent()) {
            sql.update(
                "update task set deadline = ? where attempt_uid = ? and status = 'RUNNING'",
                now.plus(existing.get().task().times().timeout()),
                existing.get().attemptUid());
          }
          return sql.first(FIND, ExternalRequest::of, key.pool(), key.taskToken());
        });
  }
}
