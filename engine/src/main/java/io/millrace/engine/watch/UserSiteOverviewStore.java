package io.millrace.engine.watch;

import static io.millrace.engine.sql.Statements.instantOrNull;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flywheel.PlannedUser;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.TaskStore;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads pages of user-sites or collections with their state, in one indexed query per page. */
public final class UserSiteOverviewStore {

  /**
   * A filter for user-sites; absent fields do not filter.
   *
   * @param prefix the beginning of their ids
   * @param after the id of the last one of the previous page
   */
  public record UserSiteQuery(
      @Nullable String prefix,
      @Nullable String user,
      @Nullable String site,
      @Nullable ConnectionStatus status,
      @Nullable String after,
      int limit) {}

  /** The newest task of each is found from the newest partition backwards. */
  private static final String SELECT_OVERVIEW =
      """
select wanted.owner as of_owner, user_id, user_sites.status as connection, migrating,
  last_refresh, last_mfa_required_at, users.status as user_status, last_login,
  requires_recent_login, at, retry, planned, disabled_reason,
  last.*
from (%s) as wanted (owner, place)
left join user_sites on user_sites.owner = wanted.owner
left join users on users.id = user_sites.user_id
left join clients on clients.id = users.client_id
left join due on due.owner = wanted.owner
left join lateral (
  select array_agg(planned_at order by planned_at) as planned from (
    select (date + make_interval(mins => minute)) at time zone 'UTC' as planned_at from plan
    where plan.user_id = user_sites.user_id and date >= ? and (date > ? or minute > ?)
    order by date, minute limit 3) as soon) as planned on true
left join lateral (
  select attempt_uid, source, collection, attempt_no, status, reason, priority, system, pool,
    queue, timeout_ms, created_at, started_at, finished_at, deadline, worker, message,
    user_message, percent, user_friendly_status, owner, logical_time, output
  from all_tasks
  where source = split_part(wanted.owner, '/', 1)
    and collection = substr(wanted.owner, strpos(wanted.owner, '/') + 1)
  order by attempt_uid desc limit 1) as last on true
order by place
""";

  private final DataSource database;

  public UserSiteOverviewStore(DataSource database) {
    this.database = database;
  }

  /** User-sites in the order of their ids. */
  public List<UserSiteOverview> userSites(UserSiteQuery query, Instant now) throws SQLException {
    StringBuilder sql = new StringBuilder("select owner, id from user_sites where id > ?");
    List<Object> values = new ArrayList<>();
    values.add(query.after() == null ? "" : query.after());
    if (query.prefix() != null) {
      sql.append(" and id ~>=~ ? and id ~<~ ?");
      values.add(query.prefix());
      values.add(query.prefix() + '\uffff');
    }
    add(sql, values, "user_id", query.user());
    add(sql, values, "site_id", query.site());
    add(sql, values, "status", query.status() == null ? null : query.status().name());
    sql.append(" order by id limit ?");
    values.add(query.limit());
    return query(sql.toString(), now, values);
  }

  private static void add(
      StringBuilder sql, List<Object> values, String column, @Nullable String value) {
    if (value != null) {
      sql.append(" and ").append(column).append(" = ?");
      values.add(value);
    }
  }

  /** User-sites and collections that are disabled, in the order of their owners. */
  public List<UserSiteOverview> disabled(String after, int limit, Instant now) throws SQLException {
    return query(
        """
        select owner, owner from due where disabled_reason is not null and owner > ?
        order by owner limit ?
        """,
        now,
        List.of(after == null ? "" : after, limit));
  }

  /** The overviews of these owners, in this order. */
  public List<UserSiteOverview> ofOwners(List<String> owners, Instant now) throws SQLException {
    return query(
        "select owner, place from unnest(?::text[]) with ordinality as listed (owner, place)",
        now,
        List.of(owners));
  }

  private List<UserSiteOverview> query(String owners, Instant now, List<Object> values)
      throws SQLException {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    List<Object> all = new ArrayList<>(values);
    all.addAll(List.of(today, today, now.atZone(ZoneOffset.UTC).get(ChronoField.MINUTE_OF_DAY)));
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection)
          .rows(SELECT_OVERVIEW.formatted(owners), UserSiteOverviewStore::overview, all.toArray());
    }
  }

  private static UserSiteOverview overview(ResultSet row) throws SQLException {
    return UserSiteOverview.builder()
        .owner(row.getString("of_owner"))
        .user(row.getString("user_id"))
        .facts(facts(row))
        .plannedUser(user(row))
        .refreshAt(instantOrNull(row, "at"))
        .retry(row.getInt("retry"))
        .planned(planned(row))
        .disabledReason(row.getString("disabled_reason"))
        .last(row.getString("attempt_uid") == null ? null : TaskStore.task(row))
        .build();
  }

  private static @Nullable UserSiteFacts facts(ResultSet row) throws SQLException {
    String connection = row.getString("connection");
    return connection == null
        ? null
        : new UserSiteFacts(
            ConnectionStatus.valueOf(connection),
            row.getBoolean("migrating"),
            instantOrNull(row, "last_refresh"),
            instantOrNull(row, "last_mfa_required_at"));
  }

  private static @Nullable PlannedUser user(ResultSet row) throws SQLException {
    String status = row.getString("user_status");
    return status == null
        ? null
        : new PlannedUser(
            row.getString("user_id"),
            true,
            status.equals("BLOCKED"),
            instantOrNull(row, "last_login"),
            row.getBoolean("requires_recent_login"),
            true);
  }

  private static List<Instant> planned(ResultSet row) throws SQLException {
    Array planned = row.getArray("planned");
    return planned == null
        ? List.of()
        : Arrays.stream((Timestamp[]) planned.getArray()).map(Timestamp::toInstant).toList();
  }
}
