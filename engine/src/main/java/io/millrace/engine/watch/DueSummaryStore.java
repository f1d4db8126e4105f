package io.millrace.engine.watch;

import static io.millrace.engine.sql.Statements.instant;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;

/** What is due, and whether anything was changed by hand. */
public final class DueSummaryStore {
  /** More than that is not counted. */
  static final int MOST_COUNTED = 10_000;

  private static final String GLANCE =
      """
      select count(*), min(at),
        (select version from sites_version) || '.' || (select version from jobs_version) || '.'
          || (select coalesce(max(version), 0) from sources)
      from (select at from due where at <= ? order by at limit ?) as late
      """;

  /**
   * @param due owners whose time has come, and who were not woken yet; 10,000 for more than that
   * @param oldestDue the time of the first of them; null if there is none
   * @param version another one once sources, sites or jobs were changed
   */
  public record DueSummary(long due, Instant oldestDue, String version) {}

  private final DataSource database;

  public DueSummaryStore(DataSource database) {
    this.database = database;
  }

  public DueSummary at(Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection)
          .first(
              GLANCE,
              row -> new DueSummary(row.getLong(1), instant(row, 2), row.getString(3)),
              now,
              MOST_COUNTED)
          .orElseThrow();
    }
  }
}
