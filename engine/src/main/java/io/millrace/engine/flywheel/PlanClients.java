package io.millrace.engine.flywheel;

import io.millrace.engine.sql.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The clients of a plan: how many of their users to plan, and how often. */
record PlanClients(Statements sql, FlywheelSettings settings, LocalDate date) {

  /** A client, and how many of its users to plan. */
  record PlannedClient(String id, int users, int refreshesPerDay) {}

  private static final String INSERT =
      "insert into plan_clients select ?, * from unnest(?::text[], ?::int[]) ";

  /** Returns all clients, with the number of their users in that table. */
  List<PlannedClient> withUsersIn(String users) throws SQLException {
    return sql.rows(
        """
        select id, refreshes_per_day, coalesce(user_count, 0) from clients left join
          (select client_id, count(*) as user_count from %s group by client_id) as counts
          on client_id = id
        """
            .formatted(users),
        this::client);
  }

  private PlannedClient client(ResultSet row) throws SQLException {
    String id = row.getString(1);
    Integer own = row.getObject(2, Integer.class);
    return new PlannedClient(id, row.getInt(3), settings.refreshesPerDay(id, own));
  }

  /** Returns the refreshes per day that the clients were planned with. */
  Map<String, Integer> plannedRefreshesPerDay() throws SQLException {
    Map<String, Integer> planned = new HashMap<>();
    sql.forEach(
        "select client_id, refreshes_per_day from plan_clients where date = ?",
        row -> planned.put(row.getString(1), row.getInt(2)),
        date);
    return planned;
  }

  void remember(List<PlannedClient> clients) throws SQLException {
    insert(
        "on conflict (date, client_id) do update set refreshes_per_day ="
            + " excluded.refreshes_per_day",
        clients);
  }

  /** Stores only clients that are not in the plan yet. The others keep their old number. */
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
