package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Passes once over the old rows of a table that is not dropped, a page at a time, and deletes the
 * rows that no longer have to be kept.
 */
final class RowTrimmer {
  private static final int PAGE = 5_000;

  private record Page(UUID last, long deleted) {}

  private final DataSource database;
  private final String statement;
  private final UUID until;
  private UUID after = new UUID(0, 0);
  private long deleted;

  /**
   * @param until the first uid that is not old
   */
  RowTrimmer(
      DataSource database,
      PartitionedTable partitioned,
      String table,
      LastRunsCondition lastRuns,
      UUID until) {
    this.database = database;
    this.until = until;
    this.statement =
        """
with page as materialized (
  select distinct uid from (
    select %1$s as uid from %2$s where %1$s > ? and %1$s < ? order by %1$s limit %3$d) as p),
old as materialized (
  select uid from page where not exists (select 1 from open_task where attempt_uid = uid)
    and not (%4$s)),
cut as (delete from task_log_cut using old where %5$s and task = uid),
gone as (delete from %2$s using old where %1$s = uid returning 1)
select (select uid from page order by uid desc limit 1), (select count(*) from gone)
"""
            .formatted(
                partitioned.uid,
                table,
                PAGE,
                lastRuns.sqlFor("uid"),
                partitioned == PartitionedTable.LOG);
  }

  /** Trims a page; returns whether there is another. */
  boolean trimPage() throws SQLException {
    Page page =
        Transaction.run(
            database,
            connection -> {
              Statements sql = Statements.plannedAnew(connection);
              MaintenanceRunner.lock(sql);
              return sql.rows(
                      statement,
                      row -> new Page(row.getObject(1, UUID.class), row.getLong(2)),
                      after,
                      until)
                  .get(0);
            });
    after = page.last();
    deleted += page.deleted();
    return after != null;
  }

  /** The number of rows deleted so far. */
  long deleted() {
    return deleted;
  }
}
