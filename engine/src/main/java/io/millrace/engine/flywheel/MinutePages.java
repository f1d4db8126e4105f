package io.millrace.engine.flywheel;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.directory.UserSiteFactsStore;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the users of a minute of the plan, one page at a time. */
record MinutePages(DataSource dataSource) {

  /** A position within a minute. */
  record Cursor(String user, String userSite) {
    static final Cursor START = new Cursor("", "");
  }

  /**
   * A user and one of its user-sites, or none.
   *
   * @param wasSkipped the reason that an earlier run of the same minute stored; absent if none
   * @param owner empty if the user has no user-site or is unknown
   */
  record MinuteEntry(
      Cursor at,
      PlannedUser user,
      @Nullable String wasSkipped,
      String owner,
      @Nullable UserSiteFacts facts) {}

  private static final String PAGE =
      """
      select p.user_id, p.skipped, u.id is not null, u.status as user_status, u.last_login,
        c.requires_recent_login, s.id, s.owner,
        s.status, s.migrating, s.last_refresh, s.last_mfa_required_at
      from plan p
        left join users u on u.id = p.user_id
        left join clients c on c.id = u.client_id
        left join user_sites s on s.user_id = u.id
      where p.date = ? and p.minute = ? and p.user_id >= ?
        and (p.user_id, coalesce(s.id, '')) > (?, ?)
      order by p.user_id, coalesce(s.id, '') limit ?
      """;

  List<MinuteEntry> page(Instant minute, Cursor after, int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              PAGE,
              MinutePages::entry,
              Pass.date(minute),
              Pass.minute(minute),
              after.user(),
              after.user(),
              after.userSite(),
              limit);
    }
  }

  private static MinuteEntry entry(ResultSet row) throws SQLException {
    String user = row.getString(1);
    String userSite = row.getString(7);
    PlannedUser planned =
        new PlannedUser(
            user,
            row.getBoolean(3),
            "BLOCKED".equals(row.getString(4)),
            Statements.instantOrNull(row, 5),
            row.getBoolean(6),
            userSite != null);
    Cursor cursor = new Cursor(user, userSite == null ? "" : userSite);
    String owner = row.getString(8);
    return new MinuteEntry(
        cursor,
        planned,
        row.getString(2),
        owner == null ? "" : owner,
        UserSiteFactsStore.readJoined(row));
  }
}
