package io.millrace.engine.simulate;

import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.SourceSystem;
import io.millrace.engine.simulate.DayFigures.SourceFigures;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Uids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads what happened on a past day from the history, without what external callers did: a
 * simulation does not know when they come.
 */
final class ActualDayStore {
  /** A task that started on a day was queued on it, or not long before. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(2);

  private static final String STARTED =
      " from task where attempt_uid >= ? and attempt_uid < ? and started_at >= ? and started_at < ?"
          + " and queue <> '/caller'";

  private final Statements sql;
  private final SimulatedTime time;

  private ActualDayStore(Connection connection, SimulatedTime time) {
    this.sql = Statements.plannedAnew(connection);
    this.time = time;
  }

  static DayFigures read(Connection connection, SimulatedTime time, Map<String, PoolConfig> pools)
      throws SQLException {
    ActualDayStore day = new ActualDayStore(connection, time);
    return new DayFigures(
        day.started(), day.waiting(pools), day.sources(), day.clients(), day.nodes());
  }

  /** The nodes that started anything in the hours before a time. */
  static SortedMap<String, Integer> nodesBefore(Connection connection, Instant at, int slots)
      throws SQLException {
    Instant from = at.minus(Duration.ofHours(6));
    SortedMap<String, Integer> nodes = new TreeMap<>();
    Statements.plannedAnew(connection)
        .forEach(
            "select distinct worker" + STARTED + " and queue = '' and worker <> ''",
            row -> nodes.put(row.getString(1), slots),
            values(new SimulatedTime(from, at, 0)));
    return nodes;
  }

  private int[] started() throws SQLException {
    int[] minutes = MinuteSeries.of(time.from(), time.until()).started();
    sql.forEach(
        "select floor(extract(epoch from started_at - ?::timestamptz) / 60)::int, count(*)"
            + STARTED
            + " group by 1",
        row -> minutes[row.getInt(1)] = row.getInt(2),
        values(time, time.from()));
    return minutes;
  }

  private SortedMap<String, Long> waiting(Map<String, PoolConfig> pools) throws SQLException {
    String[] known =
        pools.entrySet().stream()
            .flatMap(
                pool ->
                    pool.getValue().sourceSystems().stream()
                        .map(it -> DayFigures.systemKey(pool.getKey(), it.systemName())))
            .toArray(String[]::new);
    SortedMap<String, Long> waiting = new TreeMap<>();
    sql.forEach(
        """
        select pool, case when pool || '/' || system = any (?) then system else ? end as counted,
          percentile_disc(0.95) within group
            (order by (extract(epoch from started_at - created_at) * 1000)::bigint)
        """
            + STARTED
            + " group by 1, 2",
        row ->
            waiting.put(DayFigures.systemKey(row.getString(1), row.getString(2)), row.getLong(3)),
        values(time, known, SourceSystem.DEFAULT));
    return waiting;
  }

  private SortedMap<String, SourceFigures> sources() throws SQLException {
    SortedMap<String, SourceFigures> sources = new TreeMap<>();
    sql.forEach(
        """
        select source, count(*), sum(extract(epoch from finished_at - started_at) * 1000)::bigint
        """
            + STARTED.replace(
                "started_at >= ? and started_at < ?",
                "finished_at >= ? and finished_at < ? and started_at is not null")
            + " group by 1",
        row -> sources.put(row.getString(1), new SourceFigures(row.getLong(2), row.getLong(3))),
        values(time));
    return sources;
  }

  private SortedMap<String, Long> clients() throws SQLException {
    SortedMap<String, Long> clients = new TreeMap<>();
    sql.forEach("select id from clients", row -> clients.put(row.getString(1), 0L));
    sql.forEach(
        "select client_id, count(*) from (select source, collection"
            + STARTED
            + ") as started join user_sites s on s.id = collection and s.site_id = source"
            + " join users u on u.id = s.user_id group by 1",
        row -> clients.put(row.getString(1), row.getLong(2)),
        values(time));
    return clients;
  }

  private SortedMap<String, long[]> nodes() throws SQLException {
    int hours = (int) Duration.between(time.from(), time.until()).toHours() + 1;
    SortedMap<String, long[]> nodes = new TreeMap<>();
    sql.forEach(
        "select worker, floor(extract(epoch from started_at - ?::timestamptz) / 3600)::int,"
            + " count(*)"
            + STARTED
            + " and queue = '' group by 1, 2",
        row ->
            nodes.computeIfAbsent(row.getString(1), node -> new long[hours])[row.getInt(2)] =
                row.getLong(3),
        values(time, time.from()));
    return nodes;
  }

  /** The values before those of {@link #STARTED}, and these. */
  private static Object[] values(SimulatedTime time, Object... before) {
    Object[] all = Arrays.copyOf(before, before.length + 4);
    all[before.length] = Uids.firstAt(time.from().minus(LONGEST_WAIT));
    all[before.length + 1] = Uids.firstAt(time.until());
    all[before.length + 2] = time.from();
    all[before.length + 3] = time.until();
    return all;
  }
}
