package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops a partition in one transaction, after it has copied the rows that must be kept. Other
 * transactions wait only for the drop itself.
 */
final class PartitionDropper {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionDropper.class);

  /** If a larger share must be kept, a copy gains little, and the partition stays for now. */
  private static final double MOST_KEPT = 0.1;

  private static final int SAMPLE = 1_000;

  private final Statements sql;
  private final PartitionedTable partitioned;
  private final String table;
  private final LocalDate day;
  private final LastRunsCondition lastRuns;

  PartitionDropper(
      Connection connection,
      PartitionedTable partitioned,
      LocalDate day,
      LastRunsCondition lastRuns) {
    this.sql = new Statements(connection);
    this.partitioned = partitioned;
    this.table = partitioned.partition(day);
    this.day = day;
    this.lastRuns = lastRuns;
  }

  /** Drops the partition; false if another node was faster, or if it stays for now. */
  boolean drop() throws SQLException {
    MaintenanceRunner.lock(sql);
    if (!partitioned.days(sql).contains(day)) {
      return false;
    }
    // Normally nobody writes to a past day. If a clock went back, the writer waits.
    sql.update("lock table " + table + " in share mode");
    if (hasOpenTasks()) {
      LOG.info("Kept partition {} for now: it has an open task", table);
      return false;
    }
    double share = keptShare();
    if (share > MOST_KEPT) {
      LOG.info(
          "Kept partition {} for now: {} % of its rows must be kept",
          table, Math.round(share * 100));
      return false;
    }
    int kept = copy();
    if (partitioned == PartitionedTable.LOG) {
      deleteCutCounts();
    }
    sql.update("drop table " + table);
    LOG.info("Dropped partition {}; kept {} of its rows", table, kept);
    return true;
  }

  private boolean hasOpenTasks() throws SQLException {
    return sql.number(
            "select count(*) from open_task where attempt_uid < ?"
                + " and exists (select 1 from %s where %s = attempt_uid)"
                    .formatted(table, partitioned.uid),
            PartitionedTable.firstUid(day.plusDays(1)))
        > 0;
  }

  /** The share of rows to keep, estimated from a repeatable sample. */
  private double keptShare() throws SQLException {
    long rows = sql.number("select reltuples::bigint from pg_class where oid = ?::regclass", table);
    double percent = rows <= SAMPLE ? 100 : 100.0 * SAMPLE / rows;
    return sql.rows(
            """
            select coalesce(avg((%s)::int), 0) from (
              select %s as uid from %s tablesample system (%s) repeatable (1) limit %d) as sample
            """
                .formatted(lastRuns.sqlFor("uid"), partitioned.uid, table, percent, SAMPLE),
            row -> row.getDouble(1))
        .get(0);
  }

  private int copy() throws SQLException {
    return sql.update(
        """
        with uids as materialized (select distinct %1$s as uid from %2$s),
        last as materialized (select uid from uids where %3$s)
        insert into %4$s select r.* from last join %2$s as r on r.%1$s = last.uid
        """
            .formatted(partitioned.uid, table, lastRuns.sqlFor("uid"), partitioned.keptTable()));
  }

  /** Deletes the counts of dropped lines together with their logs. */
  private void deleteCutCounts() throws SQLException {
    sql.update(
        """
        delete from task_log_cut as cut where task < ?
          and exists (select 1 from %s as old where old.task = cut.task)
          and not exists (select 1 from %s as kept where kept.task = cut.task)
        """
            .formatted(table, partitioned.keptTable()),
        PartitionedTable.firstUid(day.plusDays(1)));
  }
}
