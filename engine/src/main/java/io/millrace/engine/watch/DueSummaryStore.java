package io.millrace.engine.watch;

import static io.millrace.engine.sql.Statements.instantOrNull;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The number of due owners, and the version of the definitions. */
public final class DueSummaryStore {
  /** Due owners are counted up to this number. */
  static final int MOST_COUNTED = 10_000;

  private static final String SUMMARY =
      """
      select count(*), min(at),
        (select version from sites_version) || '.' || (select version from jobs_version) || '.'
          || (select coalesce(max(version), 0) from sources)
      from (select at from due where at <= ? order by at limit ?) as late
      """;

  /**
   * @param due the number of owners that are due and were not woken yet, at most 10,000
   * @param oldestDue the earliest due time; absent if there is none
   * @param version changes when sources, sites or jobs change
   */
  public record DueSummary(long due, @Nullable Instant oldestDue, String version) {}

  private final DataSource database;

  public DueSummaryStore(DataSource database) {
    this.database = database;
  }

  public DueSummary at(Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection)
          .first(
              SUMMARY,
              row -> new DueSummary(row.getLong(1), instantOrNull(row, 2), row.getString(3)),
              now,
              MOST_COUNTED)
          .orElseThrow();
    }
  }
}
