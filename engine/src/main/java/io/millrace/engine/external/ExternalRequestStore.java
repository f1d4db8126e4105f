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
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The requests of external callers. A request is there as long as its task is open: each is made,
 * and each ends, in one transaction with its task.
 */
public final class ExternalRequestStore {
  /** How long a caller who does not wait any more may take to ask again. */
  static final Duration ASK_AGAIN_WITHIN = Duration.ofSeconds(60);

  private static final String FIND =
      """
      select t.*, r.task_token, r.callback_url
      from channel_requests r join task t using (attempt_uid)
      where r.pool = ? and r.task_token = ?
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

  /** Of one with a callback it is null, and stays so. */
  private static final String WANTED =
      "update channel_requests set wanted_until = ? where attempt_uid = ? and wanted_until < ?";

  /** What never had a channel was not done, whatever is said of it. */
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
   * The request of this pool and token: the one there is, or a new one. One of another name is left
   * as it is.
   *
   * @param attemptUid for a new one
   * @param until when whoever asks stops waiting for the answer
   */
  public ExternalRequest findOrCreate(
      ChannelRequest request, UUID attemptUid, Instant now, Instant until) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          Optional<ExternalRequest> there =
              sql.first(
                  FIND + "for update of r",
                  ExternalRequest::of,
                  request.pool(),
                  request.taskToken());
          if (there.isEmpty()) {
            return insert(sql, request, attemptUid, now, until);
          }
          if (there.get().executionName().equals(request.executionName())) {
            Instant wanted = until.plus(ASK_AGAIN_WITHIN);
            sql.update(WANTED, wanted, there.get().attemptUid(), wanted);
          }
          return there.get();
        });
  }

  private static ExternalRequest insert(
      Statements sql, ChannelRequest request, UUID attemptUid, Instant now, Instant until)
      throws SQLException {
    boolean callback = !request.callbackUrl().isEmpty();
    int made =
        sql.update(
            REQUEST,
            attemptUid,
            request.pool(),
            request.taskToken(),
            request.callbackUrl(),
            callback ? null : until.plus(ASK_AGAIN_WITHIN));
    if (made == 0) {
      throw Transaction.raced("A request for a channel");
    }
    Task task = request.toTask(attemptUid, now);
    sql.update(
        TASK,
        attemptUid,
        task.id().source(),
        task.id().collection(),
        task.attemptNo(),
        task.status().name(),
        task.reason().text(),
        task.priority(),
        task.system(),
        task.pool(),
        task.queue(),
        task.timeout().toMillis(),
        task.createdAt());
    return new ExternalRequest(task, request.taskToken(), request.callbackUrl());
  }

  public Optional<ExternalRequest> find(ChannelReader.RequestKey key) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .first(FIND, ExternalRequest::of, key.pool(), key.taskToken());
    }
  }

  /** Ends a request, whether it waits or has its channel; false if it had ended before. */
  public boolean end(UUID attemptUid, Outcome outcome, Instant at) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return end(new Statements(connection), END_OPEN, outcome, at, attemptUid);
    }
  }

  private static boolean end(
      Statements sql, String statement, Outcome outcome, Instant at, Object... which)
      throws SQLException {
    Object[] values = new Object[4 + which.length];
    values[0] = outcome.kind().status().name();
    values[1] = outcome.message();
    values[2] = UserMessages.NONE.withSentence(outcome).userMessage();
    values[3] = at;
    System.arraycopy(which, 0, values, 4, which.length);
    return sql.update(statement, values) > 0;
  }

  /**
   * Whether a lease has run out.
   *
   * @param ended whether it was ended now
   * @param deadline if it goes on, until when; null if it is over
   */
  public record LeaseExpiry(boolean ended, Instant deadline) {}

  /** Ends a channel whose lease has run out; one whose deadline has not come is left alone. */
  public LeaseExpiry endIfExpired(UUID attemptUid, Instant now) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          Outcome late = Outcome.timeout("The lease ran out");
          boolean ended = end(sql, END_LATE, late, now, attemptUid, now);
          Optional<Instant> deadline =
              sql.first(
                  "select deadline from task where attempt_uid = ? and status = 'RUNNING'",
                  row -> instant(row, 1),
                  attemptUid);
          return new LeaseExpiry(ended, deadline.orElse(null));
        });
  }

  /** Whoever holds the channel was heard of: its lease begins anew. One that waits just waits. */
  public Optional<ExternalRequest> extend(ChannelReader.RequestKey key, Instant now)
      throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          Optional<ExternalRequest> there =
              sql.first(FIND, ExternalRequest::of, key.pool(), key.taskToken());
          if (there.isPresent()) {
            sql.update(
                "update task set deadline = ? where attempt_uid = ? and status = 'RUNNING'",
                now.plus(there.get().task().timeout()),
                there.get().attemptUid());
          }
          return sql.first(FIND, ExternalRequest::of, key.pool(), key.taskToken());
        });
  }
}
