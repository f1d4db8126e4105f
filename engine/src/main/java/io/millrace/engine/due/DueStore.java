package io.millrace.engine.due;

import io.millrace.engine.directory.Facts;
import io.millrace.engine.directory.FactsStore;
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

  /**
   * An owner and its next wake-up.
   *
   * @param facts what the directory says of it; null for a collection of a source
   */
  public record Due(String owner, Instant at, Facts facts) {}

  private static final String UNTIL =
      "select due.owner, due.at, "
          + FactsStore.COLUMNS
          + " from due left join user_sites using (owner) where due.at <= ?";

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
    String from = after == null ? "" : " and (due.at, due.owner) > (?, ?)";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(UNTIL + from + " order by due.at, due.owner limit ?")) {
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
          due.add(
              new Due(
                  row.getString("owner"),
                  row.getTimestamp("at").toInstant(),
                  FactsStore.read(row)));
        }
      }
      return due;
    }
  }

  /** The schedule that each collection of a source follows, by its own account. */
  public Map<String, String> schedules() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                """
                select owner, schedule from due where schedule <> ''
                  and not exists (select 1 from user_sites where user_sites.owner = due.owner)
                """);
        ResultSet row = select.executeQuery()) {
      Map<String, String> schedules = new HashMap<>();
      while (row.next()) {
        schedules.put(row.getString(1), row.getString(2));
      }
      return schedules;
    }
  }

  /** The collections of sources that are disabled until they are saved again. */
  public List<String> disabledCollections() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                """
                select owner from due where disabled_reason is not null
                  and not exists (select 1 from user_sites where user_sites.owner = due.owner)
                """);
        ResultSet row = select.executeQuery()) {
      List<String> owners = new ArrayList<>();
      while (row.next()) {
        owners.add(row.getString(1));
      }
      return owners;
    }
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
