package io.millrace.engine.store;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Uids;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds the partition of each task, so that updates go to it directly. Through the parent table,
 * the planner either scans all partitions or needs a range of uids. The newest uids are not in the
 * statistics yet, so it takes their range for a single row and compares every row with every other.
 */
final class TaskPartitions {
  private static final String PARENT = "task";
  private static final int LAST_YEAR = 9999;

  private TaskPartitions() {}

  /** Groups rows by table. Rows of days without a partition belong to the parent. */
  static <T> Map<String, List<T>> groupByPartition(
      Statements sql, List<T> rows, Function<T, UUID> uid) throws SQLException {
    if (rows.isEmpty()) {
      return Map.of();
    }
    Function<T, String> partition = row -> partitionOf(uid.apply(row));
    Set<String> names = rows.stream().map(partition).collect(Collectors.toSet());
    Set<String> existing =
        new HashSet<>(
            sql.rows(
                """
                select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
                where inhparent = 'task'::regclass and relname = any (?)
                """,
                row -> row.getString(1),
                names));
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> existing.contains(partition.apply(row)) ? partition.apply(row) : PARENT,
                TreeMap::new,
                Collectors.toList()));
  }

  /** A uid that was not made from a time may have any date, and belongs to no day's partition. */
  private static String partitionOf(UUID uid) {
    LocalDate day = Uids.day(uid);
    return day.getYear() > LAST_YEAR
        ? PARENT
        : PARENT + '_' + DateTimeFormatter.BASIC_ISO_DATE.format(day);
  }
}
