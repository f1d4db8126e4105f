package io.millrace.engine.freshness;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long refreshes of a source usually take, from the request to the success: nine of ten took at
 * most this long. One thread at a time may use it.
 */
final class TypicalTimes {
  private static final Duration KEPT = Duration.ofMinutes(10);
  private static final int MOST_KEPT = 10_000;

  private static final String NINE_OF_TEN =
      """
      select coalesce(percentile_cont(0.9) within group (
        order by extract(epoch from finished_at - created_at)), 0)
      from (select status, created_at, finished_at from task where source = ?
        order by attempt_uid desc limit 200) as newest
      where status = 'SUCCESS'
      """;

  private record Measured(Duration typical, Instant at) {}

  private final Map<String, Measured> bySource = new LinkedHashMap<>();

  /**
   * @param source of the tasks
   */
  Duration of(Connection connection, String source, Instant now) throws SQLException {
    Measured known = bySource.get(source);
    if (known != null && now.isBefore(known.at().plus(KEPT))) {
      return known.typical();
    }
    double seconds =
        Statements.plannedAnew(connection)
            .first(NINE_OF_TEN, row -> row.getDouble(1), source)
            .orElse(0.0);
    Duration typical = Duration.ofMillis(Math.max(0, Math.round(seconds * 1_000)));
    if (bySource.size() >= MOST_KEPT) {
      bySource.clear();
    }
    bySource.put(source, new Measured(typical, now));
    return typical;
  }
}
