package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a partition, in one transaction: what must be kept is copied, then it is dropped.
 * Everybody else waits only for the drop itself.
 */
final class PartitionDropper {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionDropper.class);

  /** If more than this share must be kept, copying it gains little: it is left until later. */
  private static final double MOST_KEPT = 0.1;

  private static final int SAMPLE = 1_000;

  private final Statements sql;
  private final PartitionedTable parted;
  private final String table;
  private final LocalDate day;
  private final LastRunsCondition lastRuns;

  PartitionDropper(
      Connection connection, PartitionedTable parted, LocalDate day, LastRunsCondition lastRuns) {
    this.sql = new Statements(connection);
    this.parted = parted;
    this.table = parted.partition(day);
    this.day = day;
    this.lastRuns = lastRuns;
  }

  /** Whether it is gone; not if another node was faster, or it is better left alone. */
  boolean drop() throws SQLException {
    MaintenanceRunner.lock(sql);
    if (!parted.days(sql).contains(day)) {
      return false;
    }
    // Nobody writes to a day that is over; should a clock have gone back, its writer waits.
    sql.update("lock table " + table + " in share mode");
    if (hasOpenTasks()) {
      LOG.info("{} is kept for now: it has a task that has not ended", table);
      return false;
    }
    double share = keptShare();
    if (share > MOST_KEPT) {
      LOG.info("{} is kept for now: {} % of it must stay", table, Math.round(share * 100));
      return false;
    }
    int kept = copy();
    if (parted == PartitionedTable.LOG) {
      forgetDropped();
    }
    sql.update("drop table " + table);
    LOG.info("{} is dropped; {} rows of it stay", table, kept);
    return true;
  }

  private boolean hasOpenTasks() throws SQLException {
    return sql.number(
            "select count(*) from open_task where attempt_uid < ?"
                + " and exists (select 1 from %s where %s = attempt_uid)"
                    .formatted(table, parted.uid),
            PartitionedTable.firstUid(day.plusDays(1)))
        > 0;
  }

  /** Of a sample of its pages, always the same one. */
  private double keptShare() throws SQLException {
    long rows = sql.number("select reltuples::bigint from pg_class where oid = ?::regclass", table);
    double percent = rows <= SAMPLE ? 100 : 100.0 * SAMPLE / rows;
    return sql.rows(
            """
            select coalesce(avg((%s)::int), 0) from (
              select %s as uid from %s tablesample system (%s) repeatable (1) limit %d) as sample
            """
                .formatted(lastRuns.sqlFor("uid"), parted.uid, table, percent, SAMPLE),
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
            .formatted(parted.uid, table, lastRuns.sqlFor("uid"), parted.keptTable()));
  }

  /** How many lines a log had dropped is of no use without the log. */
  private void forgetDropped() throws SQLException {
    sql.update(
        """
        delete from task_log_cut as cut where task < ?
          and exists (select 1 from %s as old where old.task = cut.task)
          and not exists (select 1 from %s as kept where kept.task = cut.task)
        """
            .formatted(table, parted.keptTable()),
        PartitionedTable.firstUid(day.plusDays(1)));
  }
}
