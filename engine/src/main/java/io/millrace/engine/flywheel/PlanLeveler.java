package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.PlanClients.PlannedClient;
import io.millrace.engine.flywheel.PlanLayout.PassTotals;
import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Levels the total of all clients with the same refreshes per day. Each client alone is even, but
 * the batches of several clients may meet in one minute. If a minute has two users more than
 * another, some client has one more user there: that user moves, and the client stays even.
 */
record PlanLeveler(Statements sql, LocalDate date, List<PlannedClient> clients) {
  /** More than batches need. A plan of an earlier release may be less even. */
  private static final int MOST_MOVES = 1_000;

  /** A user of a client that has more users in the first minute than in the second one. */
  private static final String SURPLUS =
      """
      select (array_agg(user_id order by user_id desc) filter (where minute = ?))[1]
      from plan join users on users.id = user_id
      where date = ? and minute in (?, ?) and client_id = any (?)
      group by client_id
      having count(*) filter (where minute = ?) > count(*) filter (where minute = ?)
      order by client_id limit 1
      """;

  private static final String MOVE =
      "update plan set minute = minute + ? where date = ? and user_id = ? and minute = any (?)";

  private static final String COUNT =
      """
      update plan_minutes set users = users + ?
      from unnest(?::int[]) as minute where at = ?::timestamptz + minute * interval '1 minute'
      """;

  void level(List<PassTotals> all) throws SQLException {
    for (PassTotals totals : all) {
      level(totals);
    }
  }

  private void level(PassTotals totals) throws SQLException {
    String[] ids =
        PlanClients.ids(
            clients.stream()
                .filter(client -> client.refreshesPerDay() == totals.refreshesPerDay())
                .toList());
    int[] total = totals.total().clone();
    for (int moves = 0; moves < MOST_MOVES; moves++) {
      int full = slot(total, 1);
      int free = slot(total, -1);
      if (total[full] - total[free] <= 1 || !move(totals.passes(), full, free, ids)) {
        return;
      }
      total[full]--;
      total[free]++;
    }
  }

  /** The slot with the most users, or with the fewest. */
  private static int slot(int[] total, int sign) {
    return IntStream.range(0, total.length)
        .reduce((a, b) -> sign * total[b] > sign * total[a] ? b : a)
        .orElse(0);
  }

  /** Moves one user in all passes; false if there is none. */
  private boolean move(List<Pass> passes, int full, int free, String[] ids) throws SQLException {
    int from = passes.get(0).from() + full;
    int to = passes.get(0).from() + free;
    List<String> users =
        sql.rows(SURPLUS, row -> row.getString(1), from, date, from, to, ids, from, to);
    if (users.isEmpty()) {
      return false;
    }
    int[] minutes = passes.stream().mapToInt(pass -> pass.from() + full).toArray();
    sql.update(MOVE, free - full, date, users.get(0), minutes);
    count(minutes, -1);
    count(IntStream.of(minutes).map(minute -> minute + free - full).toArray(), 1);
    return true;
  }

  private void count(int[] minutes, int moved) throws SQLException {
    sql.update(COUNT, moved, minutes, Pass.at(date, 0));
  }
}
