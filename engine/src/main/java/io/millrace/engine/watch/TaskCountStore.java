package io.millrace.engine.watch;

import static io.millrace.engine.sql.Statements.instant;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import io.millrace.engine.task.TaskCounter;
import io.millrace.engine.task.TaskCounter.CountKey;
import io.millrace.engine.task.TaskCounter.CountSum;
import io.millrace.engine.task.TaskCounter.CountedEvent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;

/** The counts of tasks by minute, of all nodes. */
public final class TaskCountStore {
  private static final String ADD =
      """
insert into task_minutes as stored (at, what, reason, n, ms)
select 'epoch'::timestamptz + at_millis * interval '1 ms', what, reason, n, ms
from unnest(?, ?, ?, ?, ?) as counted (at_millis, what, reason, n, ms)
on conflict (at, what, reason)
do update set n = stored.n + excluded.n, ms = stored.ms + excluded.ms
""";

  /** A count of a minute. */
  public record MinuteCount(Instant at, CountedEvent what, String reason, long n, long ms) {}

  private final DataSource database;
  private final TaskCounter counts;

  /**
   * @param counts the counts of this node
   */
  public TaskCountStore(DataSource database, TaskCounter counts) {
    this.database = database;
    this.counts = counts;
  }

  /** Stores this node's counts. The rows are sorted, so that two nodes do not deadlock. */
  public int flush() throws SQLException {
    Map<CountKey, CountSum> taken = counts.take();
    if (taken.isEmpty()) {
      return 0;
    }
    List<Map.Entry<CountKey, CountSum>> rows =
        taken.entrySet().stream()
            .sorted(
                Comparator.comparing((Map.Entry<CountKey, CountSum> row) -> row.getKey().minute())
                    .thenComparing(row -> row.getKey().what())
                    .thenComparing(row -> row.getKey().reason()))
            .toList();
    try {
      return Transaction.run(
          database,
          connection ->
              Statements.plannedAnew(connection)
                  .update(
                      ADD,
                      ColumnArrays.of(rows)
                          .times(row -> row.getKey().minute())
                          .texts(row -> row.getKey().what().text())
                          .texts(row -> row.getKey().reason())
                          .longs(row -> row.getValue().n())
                          .longs(row -> row.getValue().ms())
                          .values()));
    } catch (SQLException | RuntimeException fault) {
      counts.restore(taken);
      throw fault;
    }
  }

  /** The counts from {@code start} until before {@code end}, by time. */
  public List<MinuteCount> between(Instant start, Instant end) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection)
          .rows(
              """
              select at, what, reason, n, ms from task_minutes
              where at >= ? and at < ? order by at, what, reason
              """,
              TaskCountStore::count,
              start,
              end);
    }
  }

  /** The sums of that period, over all reasons. */
  public Map<CountedEvent, Long> sums(Instant start, Instant end) throws SQLException {
    Map<CountedEvent, Long> sums = new EnumMap<>(CountedEvent.class);
    try (Connection connection = database.getConnection()) {
      Statements.plannedAnew(connection)
          .forEach(
              "select what, sum(n) from task_minutes where at >= ? and at < ? group by what",
              row -> sums.put(what(row.getString(1)), row.getLong(2)),
              start,
              end);
    }
    return sums;
  }

  private static MinuteCount count(ResultSet row) throws SQLException {
    return new MinuteCount(
        instant(row, 1), what(row.getString(2)), row.getString(3), row.getLong(4), row.getLong(5));
  }

  private static CountedEvent what(String text) {
    return CountedEvent.valueOf(text.toUpperCase(Locale.ROOT));
  }
}
