package io.millrace.bench;

import io.millrace.engine.refresh.UserSiteEntity;
import io.millrace.engine.token.TokenEntity;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of the database and of a node at one moment, and the work since the hour before.
 *
 * @param tables by name, partitions with their table
 * @param heap in bytes, when nothing was left to collect
 */
record BusyDaySample(
    Instant at, Map<String, TableSize> tables, long heap, AwakeOwners awake, WorkDone work) {

  /** The owners that are in memory. */
  record AwakeOwners(int userSites, int tokens) {}

  /**
   * The tasks since the hour before.
   *
   * @param ended the tasks that have ended
   * @param lateSeconds the longest delay before a planned, scheduled or triggered task was queued
   * @param missed minutes of the plan and fires, so far
   */
  record WorkDone(long ended, long failed, long lateSeconds, long missed) {}

  /** Of one table, with its indexes. */
  record TableSize(long rows, long bytes, long dead) {
    private static final TableSize NONE = new TableSize(0, 0, 0);

    TableSize and(TableSize other) {
      return new TableSize(rows + other.rows, bytes + other.bytes, dead + other.dead);
    }
  }

  private static final int MOST_TRIES = 10;

  private static final String TABLES =
      """
select regexp_replace(coalesce(parent.relname, c.relname), '_kept$', ''),
  pg_total_relation_size(c.oid), pg_stat_get_dead_tuples(c.oid),
  (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %s', c.oid::regclass),
    false, true, '')))[1]::text::bigint
from pg_class c left join pg_inherits on inhrelid = c.oid
  left join pg_class parent on parent.oid = inhparent
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
""";

  private static final String DONE =
      """
      select count(*) filter (where finished_at >= '%1$s'),
        count(*) filter (where finished_at >= '%1$s' and status = 'FAILED'),
        coalesce(max(extract(epoch from created_at - logical_time))
          filter (where reason in ('plan', 'schedule', 'trigger') and created_at >= '%1$s'), 0),
        (select count(*) from plan_minutes where state = 'missed')
          + (select coalesce(sum(missed), 0) from triggers)
      from task where attempt_uid >= first_uid('%1$s'::timestamptz - interval '1 hour')
      """;

  static BusyDaySample now(BenchSchema schema, Instant since, Instant at) throws Exception {
    int userSites = DormantUsers.await(AwakeEntities.countAwake(UserSiteEntity.KEY));
    int tokens = DormantUsers.await(AwakeEntities.countAwake(TokenEntity.KEY));
    System.gc();
    System.gc(); // what the first one has found to be cleaned up is gone after the second
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    long[] done = schema.numbers(DONE.formatted(since));
    return new BusyDaySample(
        at,
        tables(schema),
        heap,
        new AwakeOwners(userSites, tokens),
        new WorkDone(done[0], done[1], done[2], done[3]));
  }

  /** A day's table may be dropped while it is counted. */
  static Map<String, TableSize> tables(BenchSchema schema) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        return count(schema);
      } catch (SQLException dropped) {
        if (tries == MOST_TRIES) {
          throw dropped;
        }
      }
    }
  }

  private static Map<String, TableSize> count(BenchSchema schema) throws SQLException {
    Map<String, TableSize> tables = new TreeMap<>();
    try (Connection connection = schema.url().connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(TABLES)) {
      while (row.next()) {
        TableSize size = new TableSize(row.getLong(4), row.getLong(2), row.getLong(3));
        tables.merge(row.getString(1), size, TableSize::and);
      }
    }
    return tables;
  }

  long rows(String table) {
    return tables.getOrDefault(table, TableSize.NONE).rows();
  }

  long bytes() {
    return tables.values().stream().mapToLong(TableSize::bytes).sum();
  }

  long bytes(String table) {
    return tables.getOrDefault(table, TableSize.NONE).bytes();
  }

  long dead() {
    return tables.values().stream().mapToLong(TableSize::dead).sum();
  }
}
