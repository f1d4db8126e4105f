package io.millrace.http.access;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;
import javax.sql.DataSource;

/** Which token uses which worker's id, in the database. */
record WorkerIdStore(DataSource database) {
  private static final String NOTHING_RUNS =
      """
      not exists (
        select 1 from open_task o join task t on t.attempt_uid = o.attempt_uid
        where t.worker = w.id)
      """;

  private static final String TAKE =
      """
      insert into worker_id as w (id, token, used_at) values (?, ?, ?)
      on conflict (id) do update set token = excluded.token, used_at = excluded.used_at
      where w.token = excluded.token
        or (w.used_at < ?
            or not exists (
              select 1 from access_token a
              where a.id = w.token and (a.expires_at is null or a.expires_at > ?)))
          and
      """
          + NOTHING_RUNS;

  private static final String OF_OTHERS =
      """
      select count(*) from task t join worker_id w on w.id = t.worker
      where t.attempt_uid = any(?) and w.token <> ?
      """;

  /**
   * Whether the id is this token's from now on.
   *
   * @param unusedSince one that was not used since then may be taken over
   */
  boolean take(String id, UUID token, Instant now, Instant unusedSince) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection).update(TAKE, id, token, now, unusedSince, now) > 0;
    }
  }

  /** Whether the id is another token's. */
  boolean isUsedByAnother(String id, UUID token) throws SQLException {
    return isAny("select count(*) from worker_id where id = ? and token <> ?", id, token);
  }

  /** Whether one of these attempts was given to a worker of another token. */
  boolean anyGivenToOthers(Collection<UUID> attempts, UUID token) throws SQLException {
    return isAny(OF_OTHERS, attempts.toArray(UUID[]::new), token);
  }

  private boolean isAny(String count, Object... values) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection).number(count, values) > 0;
    }
  }

  /** Deletes ids that were not used since then, unless something runs under them. */
  void forget(Instant unusedSince) throws SQLException {
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .update("delete from worker_id w where w.used_at < ? and " + NOTHING_RUNS, unusedSince);
    }
  }
}
