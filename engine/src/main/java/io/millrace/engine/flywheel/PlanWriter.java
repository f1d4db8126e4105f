package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.PlanClients.Client;
import io.millrace.engine.flywheel.PlanStore.Planned;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The statements that make the plan of one day, in a transaction of their caller. */
final class PlanWriter {
  /** Users who have no place yet; of this connection, and empty after every transaction. */
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

  /** Fills a table first, then gives it its indexes and makes it a part of the plan. */
  Planned planDay() throws SQLException {
    if (date.isBefore(Pass.date(now))) {
      return new Planned(date, 0, 0, 0);
    }
    int from = Pass.firstLeft(date, now);
    String table = OldPlans.partition(date);
    sql.update("insert into plan_days (date, planned_at) values (?, ?)", date, now);
    forgetNewUsers();
    sql.update(
        "create table %s (like plan including defaults, constraint of_one_day check (date = '%s'))"
            .formatted(table, date));
    List<Client> all = clients.of("users");
    new Laying(sql, date, from, 0).intoNewTable(table, all);
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

  /** Only users without a place, and the clients whose refreshes per day have changed. */
  Planned planAgain() throws SQLException {
    int from = firstLeft();
    if (from >= Pass.END) {
      return new Planned(date, 0, 0, 0);
    }
    Map<String, Integer> before = clients.plannedWith();
    List<Client> changed = new ArrayList<>();
    List<Client> same = new ArrayList<>();
    for (Client client : clients.of("users")) {
      int n = before.getOrDefault(client.id(), client.refreshesPerDay());
      (n == client.refreshesPerDay() ? same : changed).add(client);
    }
    forgetNewUsers();
    long removed = remove(changed, from);
    new Laying(sql, date, from, 0).intoPlan("users", changed);
    Planned added = planNewcomers(from, "users", PlanClients.ids(same));
    clients.remember(changed);
    clients.rememberNew(same);
    Planned relaid = planned(changed, from, removed);
    return new Planned(
        date, relaid.users() + added.users(), relaid.refreshes() + added.refreshes(), removed);
  }

  /** Only users who came since. */
  Planned planNewUsers() throws SQLException {
    if (!isPlanned()) {
      return new Planned(date, 0, 0, 0); // they are planned with the day
    }
    String came = "(select u.* from users u join unplanned_users n on n.user_id = u.id) as came";
    Planned planned = planNewcomers(firstLeft(), came, null);
    forgetNewUsers();
    return planned;
  }

  private Planned planNewcomers(int from, String users, String[] ofClients) throws SQLException {
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
    List<Client> theirs =
        clients.of("newcomers").stream().filter(client -> client.users() > 0).toList();
    int step = (int) sql.number("select added + 1 from plan_days where date = ?", date);
    new Laying(sql, date, from, step).intoPlan("newcomers", theirs);
    clients.rememberNew(theirs);
    Planned planned = planned(theirs, from, 0);
    if (planned.users() > 0) {
      sql.update("update plan_days set added = added + ? where date = ?", planned.users(), date);
    }
    return planned;
  }

  private long remove(List<Client> changed, int from) throws SQLException {
    if (changed.isEmpty()) {
      return 0;
    }
    return sql.number(
        """
        with gone as (
          delete from plan where date = ? and minute >= ?
            and user_id in (select id from users where client_id = any (?)) returning minute),
        fewer as (
          update plan_minutes set users = users - n
          from (select minute, count(*) as n from gone group by minute) as g
          where at = ?::timestamptz + minute * interval '1 minute')
        select count(*) from gone
        """,
        date,
        from,
        PlanClients.ids(changed),
        Pass.at(date, 0));
  }

  /** After the current minute, and after every minute that has run. */
  private int firstLeft() throws SQLException {
    long ran =
        sql.number(
            """
            select coalesce(extract(epoch from max(at) - ?) / 60, 0)::int from plan_minutes
            where at >= ? and at < ? and state <> 'waiting'
            """,
            Pass.at(date, 0),
            Pass.at(date, 0),
            Pass.at(date, Pass.END));
    boolean over = date.isBefore(Pass.date(now));
    return over ? Pass.END : Math.max(Pass.firstLeft(date, now), (int) ran + 1);
  }

  private void forgetNewUsers() throws SQLException {
    if (today) {
      sql.update("delete from unplanned_users");
    }
  }

  private Planned planned(List<Client> laid, int from, long removed) {
    long users = 0;
    long refreshes = 0;
    for (Client client : laid) {
      long passes = Pass.left(client.refreshesPerDay(), from).size();
      users += passes > 0 ? client.users() : 0;
      refreshes += passes * client.users();
    }
    return new Planned(date, users, refreshes, removed);
  }
}
