package io.millrace.engine.freshness;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Reads the oldest data of clients, sites, sources and jobs: one row of an index for each. */
public final class OldestDataStore {
  private static final String OLDEST =
      """
      select w.name, f.aged_from, f.within_ms from unnest(?::text[]) as w (name)
      cross join lateral (
        (select 1 as place, %2$s where %1$s and state = 'stale' order by since, owner limit 1)
        union all
        (select 2, %2$s where %1$s and state = 'at-risk' order by since, owner limit 1)
        order by place limit 1) as f
      """;

  private static final String AGED =
      "coalesce(last_success, promised_at) as aged_from, within_ms from freshness";

  private static final Map<String, String> CONDITIONS =
      Map.of(
          "client", "client = w.name",
          "site", "source = w.name and kind = 'user-site'",
          "source", "source = w.name and kind = 'collection'",
          "job", "source = w.name and kind = 'job'");

  private final DataSource database;

  public OldestDataStore(DataSource database) {
    this.database = database;
  }

  /**
   * Returns the oldest data by name. A name without stale data and without data at risk is left
   * out.
   *
   * @param dimension client, site, source or job
   */
  public Map<String, OldestData> oldest(String dimension, List<String> names, Instant now)
      throws SQLException {
    Map<String, OldestData> found = new HashMap<>();
    if (names.isEmpty()) {
      return found;
    }
    try (Connection connection = database.getConnection()) {
      Statements.plannedAnew(connection)
          .forEach(
              OLDEST.formatted(CONDITIONS.get(dimension), AGED),
              row -> found.put(row.getString(1), oldest(row, now)),
              names);
    }
    return found;
  }

  private static OldestData oldest(ResultSet row, Instant now) throws SQLException {
    Duration age = Duration.between(Statements.instant(row, 2), now);
    return new OldestData(
        age.isNegative() ? Duration.ZERO : age, Duration.ofMillis(row.getLong(3)));
  }
}
