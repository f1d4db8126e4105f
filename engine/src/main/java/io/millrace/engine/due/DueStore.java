package io.millrace.engine.due;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Reads the due index. It is written by the events themselves. */
public final class DueStore {

  /** An owner and its next wake-up. */
  public record Due(String owner, Instant at) {}

  private final DataSource dataSource;

  public DueStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * The next owners to wake, earliest first.
   *
   * @param after the last one of the page before; null for the first page
   */
  public List<Due> until(Instant until, Due after, int limit) throws SQLException {
    String from = after == null ? "" : " and (at, owner) > (?, ?)";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "select owner, at from due where at <= ?" + from + " order by at, owner limit ?")) {
      int parameter = 1;
      select.setObject(parameter++, time(until));
      if (after != null) {
        select.setObject(parameter++, time(after.at()));
        select.setString(parameter++, after.owner());
      }
      select.setInt(parameter, limit);
      List<Due> due = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          due.add(new Due(row.getString(1), row.getTimestamp(2).toInstant()));
        }
      }
      return due;
    }
  }

  /** The schedule that each owner follows, by its own account. */
  public Map<String, String> schedules() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement("select owner, schedule from due");
        ResultSet row = select.executeQuery()) {
      Map<String, String> schedules = new HashMap<>();
      while (row.next()) {
        schedules.put(row.getString(1), row.getString(2));
      }
      return schedules;
    }
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
