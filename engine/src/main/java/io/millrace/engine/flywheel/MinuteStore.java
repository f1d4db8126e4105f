package io.millrace.engine.flywheel;

import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.sql.FenceCheck;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** The minutes of the plan: finds the next one and stores its result. */
final class MinuteStore {

  /** Minutes that became too old, and the number of their users. */
  record MissedMinutes(int minutes, long users, Instant first, Instant last) {}

  /** The statements of one transaction. */
  private interface StatementsBody<T> {
    T run(Statements sql) throws SQLException;
  }

  private final DataSource dataSource;

  MinuteStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Returns the oldest waiting minute whose time has come, and stores how many users it has. */
  Optional<Instant> next(Instant now) throws SQLException {
    return run(
        sql -> {
          Optional<Instant> next =
              sql.first(
                  """
                  select at from plan_minutes where state = 'waiting' and at <= ?
                  order by at limit 1
                  """,
                  row -> Statements.instant(row, 1),
                  now);
          if (next.isPresent()) {
            sql.update(
                """
                update plan_minutes set users = n
                from (select count(*) as n from plan where date = ? and minute = ?) as counted
                where at = ? and users <> n
                """,
                Pass.date(next.get()),
                Pass.minute(next.get()),
                next.get());
          }
          return next;
        });
  }

  /**
   * Stores why users were skipped.
   *
   * @param skipped the reason by user; an empty reason removes a stored one
   */
  void markSkipped(Instant minute, Map<String, String> skipped) throws SQLException {
    run(
        sql ->
            sql.update(
                """
                update plan set skipped = nullif(reason, '')
                from unnest(?::text[], ?::text[]) as marks (marked_user, reason)
                where date = ? and minute = ? and user_id = marked_user
                """,
                skipped.keySet().toArray(String[]::new),
                skipped.values().toArray(String[]::new),
                Pass.date(minute),
                Pass.minute(minute)));
  }

  /** Stores the result of a minute. Returns false if users were added to it meanwhile. */
  boolean markDone(Instant minute, MinuteTally tally, Instant now) throws SQLException {
    int rows =
        run(
            sql ->
                sql.update(
                    """
                    update plan_minutes set state = 'done', skipped_users = ?, user_sites = ?,
                      started = ?, skipped_user_sites = ?, done_at = ?
                    where at = ? and state = 'waiting' and users = ?
                    """,
                    ReasonCountsCodec.write(tally.skippedUsers()),
                    tally.userSites(),
                    tally.started(),
                    ReasonCountsCodec.write(tally.skippedUserSites()),
                    now,
                    minute,
                    tally.users()));
    return rows == 1;
  }

  private <T> T run(StatementsBody<T> body) throws SQLException {
    return Transaction.run(
        dataSource, FenceCheck.before(connection -> body.run(new Statements(connection))));
  }

  /** Marks older waiting minutes as missed. Adds one notification, if any of them had users. */
  Optional<MissedMinutes> markMissed(Instant before, Instant now) throws SQLException {
    return run(sql -> markMissed(sql, before, now));
  }

  private static Optional<MissedMinutes> markMissed(Statements sql, Instant before, Instant now)
      throws SQLException {
    Optional<MissedMinutes> marked =
        sql.first(
            """
            with missed as (
              update plan_minutes set state = 'missed', done_at = ?
              where state = 'waiting' and at < ? returning at, users)
            select count(*), sum(users), min(at), max(at) from missed having count(*) > 0
            """,
            row ->
                new MissedMinutes(
                    row.getInt(1),
                    row.getLong(2),
                    Statements.instant(row, 3),
                    Statements.instant(row, 4)),
            now,
            before);
    if (marked.isEmpty() || marked.get().users() == 0) { // empty minutes are no loss
      return Optional.empty();
    }
    MissedMinutes missed = marked.get();
    Map<String, Object> details =
        Map.of(
            "minutes", missed.minutes(),
            "users", missed.users(),
            "first", missed.first().toString(),
            "last", missed.last().toString());
    Notification notification =
        Notification.of(
            Notification.Kind.MINUTES_MISSED,
            missed.first().toString(),
            missed.last().toString(),
            now,
            details);
    NotificationStore.insert(sql.connection(), List.of(notification));
    return marked;
  }
}
