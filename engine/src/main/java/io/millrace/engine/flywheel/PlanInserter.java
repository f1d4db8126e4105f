package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.PlanClients.PlannedClient;
import io.millrace.engine.flywheel.PlanLayout.PassTotals;
import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Inserts clients into the rest of a day. {@link DayLayout} decides the size of the slots, through
 * {@link PlanLayout}. The database puts users into them in the order of their ids, so every pass
 * has the same order.
 *
 * @param step the place in the golden sequence to begin with
 * @param planned the users who have their places already
 */
record PlanInserter(Statements sql, LocalDate date, int from, int step, PlannedCounts planned) {
  private static final String INSERT =
      """
      insert into %s (date, minute, user_id, pass)
      select ?, first + (?::int[])[width_bucket(rank, ?::int[])], id, pass
      from (select id, (row_number() over (order by id) - 1)::int as rank
          from %s where client_id = ?) as users
        cross join unnest(?::int[], ?::int[]) as passes (pass, first)
      """;

  /** Also counts the users per minute. A minute that ran meanwhile is a conflict. */
  private static final String INSERT_AND_COUNT =
      """
      with inserted as (
      %s returning minute)
      update plan_minutes set users = users + added
      from (select minute, count(*) as added from inserted group by minute) as counts
      where at = ?::timestamptz + minute * interval '1 minute'
      """;

  /** Fills a table that nothing reads yet. */
  void insertIntoNewTable(String table, List<PlannedClient> clients) throws SQLException {
    insertAll(clients, INSERT.formatted(table, "users"), new Object[0]);
  }

  /**
   * Inserts clients into the rest of the plan. Returns what its passes hold then.
   *
   * @param users the table with the users to insert
   */
  List<PassTotals> insertIntoPlan(String users, List<PlannedClient> clients) throws SQLException {
    return insertAll(
        clients, INSERT_AND_COUNT.formatted(INSERT.formatted("plan", users)), Pass.at(date, 0));
  }

  private List<PassTotals> insertAll(List<PlannedClient> clients, String insert, Object... more)
      throws SQLException {
    return PlanLayout.forEach(
        clients,
        from,
        step,
        planned,
        layout -> insert(layout.client(), layout.counts(), layout.passes(), insert, more));
  }

  /** A slot begins with the user of a certain rank. Slots without users are left out. */
  private void insert(
      PlannedClient client, int[] counts, List<Pass> passes, String insert, Object... more)
      throws SQLException {
    int[] slots = new int[counts.length];
    int[] starts = new int[counts.length];
    int used = 0;
    int rank = 0;
    for (int slot = 0; slot < counts.length; slot++) {
      if (counts[slot] > 0) {
        slots[used] = slot;
        starts[used++] = rank;
        rank += counts[slot];
      }
    }
    List<Object> values = new ArrayList<>();
    values.add(date);
    values.add(Arrays.copyOf(slots, used));
    values.add(Arrays.copyOf(starts, used));
    values.add(client.id());
    values.add(passes.stream().mapToInt(Pass::number).toArray());
    values.add(passes.stream().mapToInt(Pass::from).toArray());
    values.addAll(List.of(more));
    sql.update(insert, values.toArray());
  }
}
