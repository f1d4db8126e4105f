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
 * Makes the partitions of today and of the days to come. Writers go on meanwhile: a table is made
 * by itself and then attached, which waits for nobody but those who use the default partition, and
 * that is empty as a rule.
 */
public final class PartitionCreator {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionCreator.class);

  /** How many days there are partitions for before they begin. */
  static final int AHEAD = 7;

  private static final int MOST_MOVED = 50_000;
  private static final int MOST_TRIES = 5;

  private final DataSource database;

  public PartitionCreator(DataSource database) {
    this.database = database;
  }

  /** Should it fail, rows go into the default partition until it is done. */
  public void tryCreateMissing(Instant now) {
    try {
      createMissing(now);
    } catch (SQLException fault) {
      LOG.warn("The history has no partition for today yet: {}", fault.toString());
    }
  }

  /**
   * Makes those that are missing; any node may do it, at any time.
   *
   * @return when there is work again
   */
  public Instant createMissing(Instant now) throws SQLException {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    try (Connection connection = database.getConnection()) {
      for (PartitionedTable parted : PartitionedTable.values()) {
        for (LocalDate day : missing(parted, today, AHEAD, new Statements(connection))) {
          Transaction.run(connection, MOST_TRIES, same -> make(parted, day, same));
        }
      }
    }
    return today.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  /** The one that was there before there were partitions may be of several days. */
  private static List<LocalDate> missing(
      PartitionedTable parted, LocalDate from, int ahead, Statements sql) throws SQLException {
    return sql.rows(
        """
        select ?::date + ahead from generate_series(0, ?) as ahead where not exists (
          select 1 from pg_inherits join pg_class on pg_class.oid = inhrelid
          cross join lateral (select ? || '_' || to_char(?::date + ahead, 'YYYYMMDD')) as of(day)
          where inhparent = ?::regclass and (relname = of.day
            or relname > of.day and pg_get_expr(relpartbound, inhrelid) like '%MINVALUE%'))
        """,
        row -> row.getObject(1, LocalDate.class), from, ahead, parted.table, from, parted.table);
  }

  private static Void make(PartitionedTable parted, LocalDate day, Connection connection)
      throws SQLException {
    Statements sql = new Statements(connection);
    MaintenanceRunner.lock(sql);
    if (missing(parted, day, 0, sql).isEmpty()) {
      return null;
    }
    String table = parted.partition(day);
    String rest = parted.defaultPartition();
    UUID from = PartitionedTable.firstUid(day);
    UUID until = PartitionedTable.firstUid(day.plusDays(1));
    sql.update("lock table " + rest + " in access exclusive mode");
    String ofTheDay = " where %1$s >= '%2$s' and %1$s < '%3$s'".formatted(parted.uid, from, until);
    long strays =
        sql.number(
            "select count(*) from (select 1 from %s%s limit %d) as strays"
                .formatted(rest, ofTheDay, MOST_MOVED + 1));
    if (strays > MOST_MOVED) {
      LOG.warn("{} stays without a partition: {} has too many rows of that day", table, rest);
      return null;
    }
    sql.update(
        "create table %s (like %s including all)%s".formatted(table, parted.table, parted.storage));
    sql.update(
        "with strays as (delete from %s%s returning *) insert into %s select * from strays"
            .formatted(rest, ofTheDay, table));
    sql.update(
        "alter table %s attach partition %s for values from ('%s') to ('%s')"
            .formatted(parted.table, table, from, until));
    if (strays > 0) {
      LOG.info("{} rows of {} were waiting for its partition", strays, day);
    }
    return null;
  }
}
