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
 * Where tasks are updated: in the partition of their day itself. Through the parent, the planner
 * either looks at all of them, or needs a range of uids; the newest uids are in no statistics, so
 * it takes a range of them for a single row, and compares every row with every other.
 */
final class TaskPartitions {
  private static final String PARENT = "task";
  private static final int LAST_YEAR = 9999;

  private TaskPartitions() {}

  /** The rows by the table that has them; the parent's are those of days without a partition. */
  static <T> Map<String, List<T>> groupByPartition(
      Statements sql, List<T> rows, Function<T, UUID> uid) throws SQLException {
    if (rows.isEmpty()) {
      return Map.of();
    }
    Function<T, String> partition = row -> partitionOf(uid.apply(row));
    Set<String> wanted = rows.stream().map(partition).collect(Collectors.toSet());
    Set<String> there =
        new HashSet<>(
            sql.rows(
                """
                select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
                where inhparent = 'task'::regclass and relname = any (?)
                """,
                row -> row.getString(1),
                wanted));
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> there.contains(partition.apply(row)) ? partition.apply(row) : PARENT,
                TreeMap::new,
                Collectors.toList()));
  }

  /** A uid that was not made of a time may say anything, and is in no day's partition. */
  private static String partitionOf(UUID uid) {
    LocalDate day = Uids.day(uid);
    return day.getYear() > LAST_YEAR
        ? PARENT
        : PARENT + '_' + DateTimeFormatter.BASIC_ISO_DATE.format(day);
  }
}
