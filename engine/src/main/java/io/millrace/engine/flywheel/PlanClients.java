package io.millrace.engine.flywheel;

import io.millrace.engine.sql.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The clients of a plan: how many users of each are to be laid, and how often. */
record PlanClients(Statements sql, FlywheelSettings settings, LocalDate date) {

  /** A client and how many users are to be laid. */
  record PlannedClient(String id, int users, int refreshesPerDay) {}

  private static final String INSERT =
      "insert into plan_clients select ?, * from unnest(?::text[], ?::int[]) ";

  /** All of them, with the number of their users in that table. */
  List<PlannedClient> withUsersIn(String users) throws SQLException {
    return sql.rows(
        """
        select id, refreshes_per_day, coalesce(n, 0) from clients left join
          (select client_id, count(*) as n from %s group by client_id) as u on client_id = id
        """
            .formatted(users),
        this::client);
  }

  private PlannedClient client(ResultSet row) throws SQLException {
    String id = row.getString(1);
    Integer own = row.getObject(2, Integer.class);
    return new PlannedClient(id, row.getInt(3), settings.refreshesPerDay(id, own));
  }

  /** Refreshes per day, by client, at the time it was planned. */
  Map<String, Integer> plannedRefreshesPerDay() throws SQLException {
    Map<String, Integer> before = new HashMap<>();
    sql.forEach(
        "select client_id, refreshes_per_day from plan_clients where date = ?",
        row -> before.put(row.getString(1), row.getInt(2)),
        date);
    return before;
  }

  void remember(List<PlannedClient> clients) throws SQLException {
    insert(
        "on conflict (date, client_id) do update set refreshes_per_day ="
            + " excluded.refreshes_per_day",
        clients);
  }

  /** Only those that are not in the plan yet: the others still have places by the old number. */
  void rememberNew(List<PlannedClient> clients) throws SQLException {
    insert("on conflict do nothing", clients);
  }

  private void insert(String onConflict, List<PlannedClient> clients) throws SQLException {
    sql.update(
        INSERT + onConflict,
        date,
        ids(clients),
        clients.stream().mapToInt(PlannedClient::refreshesPerDay).toArray());
  }

  static String[] ids(List<PlannedClient> clients) {
    return clients.stream().map(PlannedClient::id).toArray(String[]::new);
  }
}
