package io.millrace.engine.flywheel;

import io.millrace.engine.directory.Facts;
import io.millrace.engine.directory.FactsStore;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.NotificationStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** The minutes of the plan: which is next, who is in it, what became of it. */
public final class MinuteStore {

  /** A place in the work of a minute. */
  record Cursor(String user, String userSite) {
    static final Cursor START = new Cursor("", "");
  }

  /**
   * A user and one of its user-sites, or none.
   *
   * @param wasSkipped what an earlier run of the same minute wrote down; null = nothing
   * @param owner null if the user has no user-site, or is not known
   */
  record Entry(Cursor at, PlannedUser user, String wasSkipped, String owner, Facts facts) {}

  /** Minutes that were too old, and the users who were in them. */
  record Missed(int minutes, long users, Instant first, Instant last) {}

  private static final String PAGE =
      """
      select p.user_id, p.skipped, u.id is not null, u.status as user_status, u.last_login,
        c.requires_recent_login, s.id, s.owner, s.status, s.migrating, s.last_refresh,
        s.last_mfa_required_at
      from plan p
        left join users u on u.id = p.user_id
        left join clients c on c.id = u.client_id
        left join user_sites s on s.user_id = u.id
      where p.date = ? and p.minute = ? and p.user_id >= ?
        and (p.user_id, coalesce(s.id, '')) > (?, ?)
      order by p.user_id, coalesce(s.id, '') limit ?
      """;

  private final DataSource dataSource;

  public MinuteStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The oldest minute that waits and whose time has come; it knows from then on who is in it. */
  Optional<Instant> next(Instant now) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = new Statements(connection);
      Optional<Instant> next =
          sql
              .rows(
                  """
                  select at from plan_minutes where state = 'waiting' and at <= ?
                  order by at limit 1
                  """,
                  row -> row.getTimestamp(1).toInstant(),
                  time(now))
              .stream()
              .findFirst();
      if (next.isPresent()) {
        sql.update(
            """
            update plan_minutes set users = n
            from (select count(*) as n from plan where date = ? and minute = ?) as counted
            where at = ? and users <> n
            """,
            Pass.date(next.get()),
            Pass.minute(next.get()),
            time(next.get()));
      }
      return next;
    }
  }

  List<Entry> page(Instant minute, Cursor after, int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              PAGE,
              MinuteStore::entry,
              Pass.date(minute),
              Pass.minute(minute),
              after.user(),
              after.user(),
              after.userSite(),
              limit);
    }
  }

  /** Empty if no such user is known. */
  public Optional<PlannedUser> user(String id) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
              .rows(
                  """
                  select u.id, status, last_login, requires_recent_login,
                    exists (select 1 from user_sites where user_id = u.id)
                  from users u join clients c on c.id = client_id where u.id = ?
                  """,
                  row ->
                      new PlannedUser(
                          row.getString(1),
                          true,
                          row.getString(2).equals("BLOCKED"),
                          instant(row, 3),
                          row.getBoolean(4),
                          row.getBoolean(5)),
                  id)
              .stream()
              .findFirst();
    }
  }

  /**
   * Writes down why users were left out.
   *
   * @param skipped the reason by user; empty = it was not left out
   */
  void mark(Instant minute, Map<String, String> skipped) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      new Statements(connection)
          .update(
              """
              update plan set skipped = nullif(reason, '')
              from unnest(?::text[], ?::text[]) as m (who, reason)
              where date = ? and minute = ? and user_id = who
              """,
              skipped.keySet().toArray(String[]::new),
              skipped.values().toArray(String[]::new),
              Pass.date(minute),
              Pass.minute(minute));
    }
  }

  /** Whether the minute is done with this: not if users were laid into it meanwhile. */
  boolean done(Instant minute, Tally tally, Instant now) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      int rows =
          new Statements(connection)
              .update(
                  """
                  update plan_minutes set state = 'done', skipped_users = ?, user_sites = ?,
                    started = ?, skipped_user_sites = ?, done_at = ?
                  where at = ? and state = 'waiting' and users = ?
                  """,
                  Counts.write(tally.skippedUsers()),
                  tally.userSites(),
                  tally.started(),
                  Counts.write(tally.skippedUserSites()),
                  time(now),
                  time(minute),
                  tally.users());
      return rows == 1;
    }
  }

  /** All minutes that wait and are older than that are missed, and one notification says so. */
  Optional<Missed> miss(Instant before, Instant now) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try {
        Optional<Missed> missed = miss(new Statements(connection), before, now);
        connection.commit();
        return missed;
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }

  private static Optional<Missed> miss(Statements sql, Instant before, Instant now)
      throws SQLException {
    Missed missed =
        sql.rows(
                """
                with missed as (
                  update plan_minutes set state = 'missed', done_at = ?
                  where state = 'waiting' and at < ? returning at, users)
                select count(*), coalesce(sum(users), 0), min(at), max(at) from missed
                """,
                row -> new Missed(row.getInt(1), row.getLong(2), instant(row, 3), instant(row, 4)),
                time(now),
                time(before))
            .get(0);
    if (missed.minutes() == 0) {
      return Optional.empty();
    }
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
    return Optional.of(missed);
  }

  private static Entry entry(ResultSet row) throws SQLException {
    String user = row.getString(1);
    String userSite = row.getString(7);
    PlannedUser planned =
        new PlannedUser(
            user,
            row.getBoolean(3),
            "BLOCKED".equals(row.getString(4)),
            instant(row, 5),
            row.getBoolean(6),
            userSite != null);
    Facts facts = FactsStore.read(row);
    Cursor cursor = new Cursor(user, userSite == null ? "" : userSite);
    return new Entry(cursor, planned, row.getString(2), row.getString(8), facts);
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
