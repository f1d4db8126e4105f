package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.PlanClients.PlannedClient;
import io.millrace.engine.flywheel.PlanLayout.PassTotals;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements that make the plan of one day, in the transaction of the caller. */
final class PlanWriter {
  /** Users without a place. The table belongs to the connection; each commit empties it. */
  private static final String NEWCOMERS =
      """
      create temporary table if not exists newcomers (client_id text, id text)
      on commit delete rows
      """;

  private final Statements sql;
  private final PlanClients clients;
  private final LocalDate date;
  private final Instant now;
  private final boolean today;

  PlanWriter(Connection connection, FlywheelSettings settings, LocalDate date, Instant now) {
    this.sql = new Statements(connection);
    this.clients = new PlanClients(sql, settings, date);
    this.date = date;
    this.now = now;
    this.today = date.equals(Pass.date(now));
  }

  boolean isPlanned() throws SQLException {
    return sql.number("select count(*) from plan_days where date = ?", date) > 0;
  }

  /** Fills a new table first, then adds the indexes and attaches it to the plan. */
  PlanResult planDay() throws SQLException {
    if (date.isBefore(Pass.date(now))) {
      return new PlanResult(date, 0, 0, 0);
    }
    int from = Pass.firstPlannableMinute(date, now);
    String table = PlanPartitions.partition(date);
    sql.update("insert into plan_days (date, planned_at) values (?, ?)", date, now);
    forgetNewUsers();
    sql.update(
        "create table %s (like plan including defaults, constraint of_one_day check (date = '%s'))"
            .formatted(table, date));
    List<PlannedClient> all = clients.withUsersIn("users");
    new PlanInserter(sql, date, from, 0, PlannedCounts.NONE).insertIntoNewTable(table, all);
    sql.update("alter table " + table + " add primary key (date, minute, user_id)");
    sql.update("create index on " + table + " (date, user_id)");
    sql.update("analyze " + table);
    sql.update("alter table plan attach partition %s for values in ('%s')".formatted(table, date));
    sql.update("alter table " + table + " drop constraint of_one_day");
    sql.update(
        """
        insert into plan_minutes (at, state, users)
        select ?::timestamptz + minute * interval '1 minute', 'waiting', count(p.minute)
        from generate_series(?, ?) as minute left join %s p using (minute) group by minute
        """
            .formatted(table),
        Pass.at(date, 0),
        from,
        Pass.END - 1);
    clients.remember(all);
    return planned(all, from, 0);
  }

  /** Plans only users without a place, and clients whose refreshes per day have changed. */
  PlanResult planAgain() throws SQLException {
    int from = firstPlannableMinute();
    if (from >= Pass.END) {
      return new PlanResult(date, 0, 0, 0);
    }
    Map<String, Integer> planned = clients.plannedRefreshesPerDay();
    List<PlannedClient> changed = new ArrayList<>();
    List<PlannedClient> same = new ArrayList<>();
    Set<Integer> left = new HashSet<>();
    List<PlannedClient> all = clients.withUsersIn("users");
    for (PlannedClient client : all) {
      int n = planned.getOrDefault(client.id(), client.refreshesPerDay());
      (n == client.refreshesPerDay() ? same : changed).add(client);
      if (n != client.refreshesPerDay()) {
        left.add(n);
      }
    }
    forgetNewUsers();
    long removed = remove(changed, from);
    level(left, all, from);
    insert("users", changed, all, from, 0);
    PlanResult added = planNewcomers(from, "users", PlanClients.ids(same));
    clients.remember(changed);
    clients.rememberNew(same);
    PlanResult replanned = planned(changed, from, removed);
    return new PlanResult(
        date,
        replanned.users() + added.users(),
        replanned.refreshes() + added.refreshes(),
        removed);
  }

  /** Plans only users who are newer than the plan. */
  PlanResult planNewUsers() throws SQLException {
    if (!isPlanned()) {
      return new PlanResult(date, 0, 0, 0); // they will be planned with the day
    }
    String added = "(select u.* from users u join unplanned_users n on n.user_id = u.id) as added";
    PlanResult planned = planNewcomers(firstPlannableMinute(), added, null);
    forgetNewUsers();
    return planned;
  }

  private PlanResult planNewcomers(int from, String users, String @Nullable [] ofClients)
      throws SQLException {
    sql.update(NEWCOMERS);
    sql.update(
        """
        insert into newcomers select client_id, id from %s
        where (?::text[] is null or client_id = any (?))
          and not exists (select 1 from plan where plan.date = ? and plan.user_id = id)
        """
            .formatted(users),
        ofClients,
        ofClients,
        date);
    List<PlannedClient> all = clients.withUsersIn("newcomers");
    List<PlannedClient> affected = all.stream().filter(client -> client.users() > 0).toList();
    int step = (int) sql.number("select added + 1 from plan_days where date = ?", date);
    insert("newcomers", affected, all, from, step);
    clients.rememberNew(affected);
    PlanResult planned = planned(affected, from, 0);
    if (planned.users() > 0) {
      sql.update("update plan_days set added = added + ? where date = ?", planned.users(), date);
    }
    return planned;
  }

  /** Inserts clients beside everybody who has a place already. */
  private void insert(
      String users, List<PlannedClient> clients, List<PlannedClient> all, int from, int step)
      throws SQLException {
    PlannedCounts before = PlannedCounts.read(sql, date, from, all, clients);
    new PlanLeveler(sql, date, all)
        .level(new PlanInserter(sql, date, from, step, before).insertIntoPlan(users, clients));
  }

  /** Levels the clients that keep a number which others have left. */
  private void level(Set<Integer> numbers, List<PlannedClient> all, int from) throws SQLException {
    PlannedCounts counts = PlannedCounts.totals(sql, date, from, all, numbers);
    List<PassTotals> totals = new ArrayList<>();
    for (int n : numbers) {
      for (List<Pass> passes : PlanLayout.alike(n, from)) {
        totals.add(new PassTotals(n, passes, counts.ofAll(n, passes.get(0))));
      }
    }
    new PlanLeveler(sql, date, all).level(totals);
  }

  private long remove(List<PlannedClient> changed, int from) throws SQLException {
    if (changed.isEmpty()) {
      return 0;
    }
    return sql.number(
        """
        with removed as (
          delete from plan where date = ? and minute >= ?
            and user_id in (select id from users where client_id = any (?)) returning minute),
        counted as (
          update plan_minutes set users = users - removed_users
          from (select minute, count(*) as removed_users from removed group by minute) as counts
          where at = ?::timestamptz + minute * interval '1 minute')
        select count(*) from removed
        """,
        date,
        from,
        PlanClients.ids(changed),
        Pass.at(date, 0));
  }

  /** Returns the first minute after the current one and after every minute that has run. */
  private int firstPlannableMinute() throws SQLException {
    long lastRun =
        sql.number(
            """
            select coalesce(extract(epoch from max(at) - ?) / 60, 0)::int from plan_minutes
            where at >= ? and at < ? and state <> 'waiting'
            """,
            Pass.at(date, 0),
            Pass.at(date, 0),
            Pass.at(date, Pass.END));
    boolean over = date.isBefore(Pass.date(now));
    return over ? Pass.END : Math.max(Pass.firstPlannableMinute(date, now), (int) lastRun + 1);
  }

  private void forgetNewUsers() throws SQLException {
    if (today) {
      sql.update("delete from unplanned_users");
    }
  }

  private PlanResult planned(List<PlannedClient> clients, int from, long removed) {
    long users = 0;
    long refreshes = 0;
    for (PlannedClient client : clients) {
      long passes = Pass.remaining(client.refreshesPerDay(), from).size();
      users += passes > 0 ? client.users() : 0;
      refreshes += passes * client.users();
    }
    return new PlanResult(date, users, refreshes, removed);
  }
}
