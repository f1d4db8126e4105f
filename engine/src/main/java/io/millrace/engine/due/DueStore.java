package io.millrace.engine.due;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.directory.UserSiteFactsStore;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Owner;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the due index. The events write it. */
public final class DueStore {

  /**
   * An owner and its next wake-up.
   *
   * @param facts its entry in the directory; absent for a collection of a source
   */
  public record DueOwner(String owner, Instant at, @Nullable UserSiteFacts facts) {}

  private static final String UNTIL =
      "select due.owner, due.at, "
          + UserSiteFactsStore.COLUMNS
          + " from due left join user_sites using (owner) where due.at <= ?";

  private final DataSource dataSource;

  public DueStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * The next owners to wake, earliest first.
   *
   * @param after the last owner of the previous page; absent for the first page
   */
  public List<DueOwner> dueUntil(Instant until, @Nullable DueOwner after, int limit)
      throws SQLException {
    List<Object> values = new ArrayList<>(List.of(until));
    if (after != null) {
      values.addAll(List.of(after.at(), after.owner()));
    }
    values.add(limit);
    String from = after == null ? "" : " and (due.at, due.owner) > (?, ?)";
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              UNTIL + from + " order by due.at, due.owner limit ?",
              row ->
                  new DueOwner(
                      row.getString("owner"),
                      Statements.instant(row, "at"),
                      UserSiteFactsStore.readJoined(row)),
              values.toArray());
    }
  }

  /**
   * The schedule that each collection of a source has stored. The text is empty for a collection
   * without a schedule that has a booking or is disabled.
   */
  public Map<String, String> schedules() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Map<String, String> schedules = new HashMap<>();
      new Statements(connection)
          .forEach(
              """
              select owner, schedule from due
              where (schedule <> '' or at is not null or disabled_reason is not null)
                and not starts_with(owner, ?)
                and not exists (select 1 from user_sites where user_sites.owner = due.owner)
              """,
              row -> schedules.put(row.getString(1), row.getString(2)),
              Owner.TOKEN_PREFIX);
      return schedules;
    }
  }

  /** The collections of sources that are disabled until they are saved again. */
  public List<String> disabledCollections() throws SQLException {
    return owners(
        """
        select owner from due where disabled_reason is not null
          and not exists (select 1 from user_sites where user_sites.owner = due.owner)
        """);
  }

  /** The collections that were removed from the sources and whose state is kept. */
  public List<String> suspendedCollections() throws SQLException {
    return owners("select owner from removed_owner where suspended");
  }

  private List<String> owners(String query) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection).rows(query, row -> row.getString(1));
    }
  }
}
