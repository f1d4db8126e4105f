package io.millrace.engine.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** All sources documents that were saved. The newest is in force on every node. */
public final class SourceStore {

  /** A document with its version. */
  public record SourcesDocument(long version, String document) {}

  private final DataSource dataSource;

  public SourceStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The version of the newest document; 0 if there is none. */
  public long version() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement("select coalesce(max(version), 0) from sources");
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  public Optional<SourcesDocument> newest() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "select version, document from sources order by version desc limit 1");
        ResultSet row = select.executeQuery()) {
      return row.next()
          ? Optional.of(new SourcesDocument(row.getLong(1), row.getString(2)))
          : Optional.empty();
    }
  }

  /**
   * @param savedBy where it came from: the API, or the name of a file
   */
  public long save(String document, String savedBy) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into sources (document, saved_by) values (?, ?) returning version")) {
      insert.setString(1, document);
      insert.setString(2, savedBy);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
