package io.millrace.engine.directory;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the facts of the directory about a user-site. */
public final class UserSiteFactsStore {
  /** The columns of user_sites that {@link #read} needs. */
  public static final String COLUMNS = "status, migrating, last_refresh, last_mfa_required_at";

  private final DataSource dataSource;

  public UserSiteFactsStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  public Optional<UserSiteFacts> find(String owner) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .first(
              "select " + COLUMNS + " from user_sites where owner = ?",
              UserSiteFactsStore::read,
              owner);
    }
  }

  /** Returns the site of the user-site of that id. */
  public Optional<String> site(String id) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .first("select site_id from user_sites where id = ?", row -> row.getString(1), id);
    }
  }

  /** Reads the facts from a row; absent on the empty side of an outer join. */
  public static @Nullable UserSiteFacts readJoined(ResultSet row) throws SQLException {
    return row.getString("status") == null ? null : read(row);
  }

  private static UserSiteFacts read(ResultSet row) throws SQLException {
    return new UserSiteFacts(
        ConnectionStatus.valueOf(row.getString("status")),
        row.getBoolean("migrating"),
        Statements.instantOrNull(row, "last_refresh"),
        Statements.instantOrNull(row, "last_mfa_required_at"));
  }
}
