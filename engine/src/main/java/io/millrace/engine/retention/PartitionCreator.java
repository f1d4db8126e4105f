package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the partitions of today and of the next days. Writers are not blocked: a table is created
 * on its own and then attached. Attaching waits only for users of the default partition, which is
 * normally empty.
 */
public final class PartitionCreator {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionCreator.class);

  /** The number of days for which partitions are created in advance. */
  static final int AHEAD = 7;

  private static final int MOST_MOVED = 50_000;
  private static final int MOST_TRIES = 5;

  private final DataSource database;

  public PartitionCreator(DataSource database) {
    this.database = database;
  }

  /** As {@link #createMissing}; a failure is logged, and rows go into the default partition. */
  public void tryCreateMissing(Instant now) {
    try {
      createMissing(now);
    } catch (SQLException fault) {
      LOG.warn("Could not create the history partitions; rows go into the default one", fault);
    }
  }

  /**
   * Creates the missing partitions. Any node may call this at any time.
   *
   * @return the time of the next round
   */
  public Instant createMissing(Instant now) throws SQLException {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    try (Connection connection = database.getConnection()) {
      for (PartitionedTable partitioned : PartitionedTable.values()) {
        for (LocalDate day : missing(partitioned, today, AHEAD, new Statements(connection))) {
          Transaction.run(connection, MOST_TRIES, same -> create(partitioned, day, same));
        }
      }
    }
    return today.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  /** The days without a partition. The oldest partition may cover several days. */
  private static List<LocalDate> missing(
      PartitionedTable partitioned, LocalDate from, int ahead, Statements sql) throws SQLException {
    return sql.rows(
        """
        select ?::date + ahead from generate_series(0, ?) as ahead where not exists (
          select 1 from pg_inherits join pg_class on pg_class.oid = inhrelid
          cross join lateral
            (select ? || '_' || to_char(?::date + ahead, 'YYYYMMDD')) as expected (name)
          where inhparent = ?::regclass and (relname = expected.name
            or relname > expected.name and pg_get_expr(relpartbound, inhrelid) like '%MINVALUE%'))
        """,
        row -> row.getObject(1, LocalDate.class),
        from,
        ahead,
        partitioned.table,
        from,
        partitioned.table);
  }

  private static Void create(PartitionedTable partitioned, LocalDate day, Connection connection)
      throws SQLException {
    Statements sql = new Statements(connection);
    MaintenanceRunner.lock(sql);
    if (missing(partitioned, day, 0, sql).isEmpty()) {
      return null;
    }
    String table = partitioned.partition(day);
    String defaultTable = partitioned.defaultPartition();
    UUID from = PartitionedTable.firstUid(day);
    UUID until = PartitionedTable.firstUid(day.plusDays(1));
    sql.update("lock table " + defaultTable + " in access exclusive mode");
    String whereDay =
        " where %1$s >= '%2$s' and %1$s < '%3$s'".formatted(partitioned.uid, from, until);
    long strays =
        sql.number(
            "select count(*) from (select 1 from %s%s limit %d) as strays"
                .formatted(defaultTable, whereDay, MOST_MOVED + 1));
    if (strays > MOST_MOVED) {
      LOG.warn(
          "Did not create partition {}: {} has too many rows of that day", table, defaultTable);
      return null;
    }
    sql.update(
        "create table %s (like %s including all)%s"
            .formatted(table, partitioned.table, partitioned.storage));
    sql.update(
        "with strays as (delete from %s%s returning *) insert into %s select * from strays"
            .formatted(defaultTable, whereDay, table));
    sql.update(
        "alter table %s attach partition %s for values from ('%s') to ('%s')"
            .formatted(partitioned.table, table, from, until));
    if (strays > 0) {
      LOG.info("Moved {} rows of {} from the default partition to {}", strays, day, table);
    }
    return null;
  }
}
