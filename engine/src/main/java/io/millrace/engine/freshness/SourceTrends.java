package io.millrace.engine.freshness;

import io.millrace.engine.fresh.SourceTrend;
import io.millrace.engine.fresh.SourceTrend.RecentEnd;
import io.millrace.engine.fresh.SourceTrend.RecentTask;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads how the newest refreshes of a source went, and remembers it for a short time. */
final class SourceTrends {
  private static final Duration KEPT = Duration.ofMinutes(2);
  private static final int MOST_KEPT = 10_000;
  private static final int TASKS = 200;

  private static final String NEWEST =
      """
      select collection, status, created_at, started_at, finished_at from task where source = ?
      order by attempt_uid desc limit ?
      """;

  private record ReadTrend(SourceTrend trend, Instant at) {}

  private final Map<String, ReadTrend> bySource = new ConcurrentHashMap<>();

  /**
   * @param source of the tasks
   */
  SourceTrend of(Connection connection, String source, Instant now) throws SQLException {
    ReadTrend known = bySource.get(source);
    if (known != null && now.isBefore(known.at().plus(KEPT))) {
      return known.trend();
    }
    SourceTrend trend = read(connection, source, now);
    if (bySource.size() >= MOST_KEPT) {
      bySource.clear();
    }
    bySource.put(source, new ReadTrend(trend, now));
    return trend;
  }

  private static SourceTrend read(Connection connection, String source, Instant now)
      throws SQLException {
    return SourceTrend.of(
        Statements.plannedAnew(connection).rows(NEWEST, SourceTrends::task, source, TASKS), now);
  }

  private static RecentTask task(ResultSet row) throws SQLException {
    RecentEnd end =
        switch (row.getString("status")) {
          case "SUCCESS" -> RecentEnd.SUCCESS;
          case "FAILED" -> RecentEnd.FAILURE;
          case "CANCELED" -> RecentEnd.NONE;
          default -> RecentEnd.OPEN;
        };
    return new RecentTask(
        row.getString("collection"),
        end,
        Statements.instant(row, "created_at"),
        Statements.instantOrNull(row, "started_at"),
        Statements.instantOrNull(row, "finished_at"));
  }
}
