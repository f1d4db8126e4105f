package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.PlanClients.PlannedClient;
import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many users have their places in each minute of a day already. Later users go to the minutes
 * that have the fewest.
 *
 * @param byClient the users of each minute, by client
 * @param byRefreshesPerDay the users of each minute, of all clients with the same number
 */
record PlannedCounts(Map<String, int[]> byClient, Map<Integer, int[]> byRefreshesPerDay) {
  /** Nobody has a place yet. */
  static final PlannedCounts NONE = new PlannedCounts(Map.of(), Map.of());

  private static final int[] EMPTY = new int[Pass.END];

  private static final String COUNT =
      """
      with counts as (
        select n.client_id, n.refreshes_per_day, minute, count(*)::int as users
        from plan join users on users.id = plan.user_id
          join unnest(?::text[], ?::int[]) as n (client_id, refreshes_per_day)
            on n.client_id = users.client_id
        where plan.date = ? and plan.minute >= ?
        group by n.client_id, n.refreshes_per_day, minute)
      select null as client_id, refreshes_per_day, minute, sum(users)::int as users
      from counts group by refreshes_per_day, minute
      union all
      select client_id, refreshes_per_day, minute, users
      from counts where client_id = any (?)
      """;

  /**
   * Counts the users that matter for the layout of some clients: their own, and those of all
   * clients with the same refreshes per day.
   *
   * @param all every client
   * @param affected the clients to lay out
   */
  static PlannedCounts read(
      Statements sql,
      LocalDate date,
      int from,
      List<PlannedClient> all,
      List<PlannedClient> affected)
      throws SQLException {
    Set<Integer> numbers = new HashSet<>();
    affected.forEach(client -> numbers.add(client.refreshesPerDay()));
    return read(sql, date, from, all, numbers, PlanClients.ids(affected));
  }

  /** The totals of all clients with these refreshes per day. */
  static PlannedCounts totals(
      Statements sql, LocalDate date, int from, List<PlannedClient> all, Set<Integer> numbers)
      throws SQLException {
    return read(sql, date, from, all, numbers, new String[0]);
  }

  private static PlannedCounts read(
      Statements sql,
      LocalDate date,
      int from,
      List<PlannedClient> all,
      Set<Integer> numbers,
      String[] affected)
      throws SQLException {
    if (numbers.isEmpty()) {
      return NONE;
    }
    List<PlannedClient> alike =
        all.stream().filter(client -> numbers.contains(client.refreshesPerDay())).toList();
    PlannedCounts counts = new PlannedCounts(new HashMap<>(), new HashMap<>());
    sql.forEach(
        COUNT,
        row -> {
          String client = row.getString("client_id");
          int[] minutes =
              client == null
                  ? counts.byRefreshesPerDay.computeIfAbsent(
                      row.getInt("refreshes_per_day"), n -> new int[Pass.END])
                  : counts.byClient.computeIfAbsent(client, id -> new int[Pass.END]);
          minutes[row.getInt("minute")] = row.getInt("users");
        },
        PlanClients.ids(alike),
        alike.stream().mapToInt(PlannedClient::refreshesPerDay).toArray(),
        date,
        from,
        affected);
    return counts;
  }

  /** The users of a client in each minute of a pass. */
  int[] ofClient(String id, Pass pass) {
    return minutes(byClient.getOrDefault(id, EMPTY), pass);
  }

  /** The users of all clients with that many refreshes per day in each minute of a pass. */
  int[] ofAll(int refreshesPerDay, Pass pass) {
    return minutes(byRefreshesPerDay.getOrDefault(refreshesPerDay, EMPTY), pass);
  }

  private static int[] minutes(int[] counts, Pass pass) {
    return Arrays.copyOfRange(counts, pass.from(), pass.until());
  }
}
