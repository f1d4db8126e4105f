package io.millrace.engine.source;

import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
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
    try (Connection connection = dataSource.getConnection()) {
      return newest(connection);
    }
  }

  /** The same in a transaction of the caller. */
  public static Optional<SourcesDocument> newest(Connection connection) throws SQLException {
    return new Statements(connection)
        .first(
            "select version, document from sources order by version desc limit 1",
            row -> new SourcesDocument(row.getLong(1), row.getString(2)));
  }

  /**
   * @param savedBy where it came from: the API, or the name of a file
   */
  public long save(String document, String savedBy) throws SQLException {
    return save(document, savedBy, ExpectedVersion.ANY);
  }

  /** Saves a document, if the one in force has the expected version. */
  public long save(String document, String savedBy, ExpectedVersion expected) throws SQLException {
    return Transaction.run(
        dataSource,
        connection -> {
          lock(connection);
          expected.check(
              "sources document",
              newest(connection).map(saved -> Long.toString(saved.version())).orElse(null));
          return save(connection, document, savedBy);
        });
  }

  /** Excludes all other changes of the sources until the transaction ends. */
  public static void lock(Connection connection) throws SQLException {
    new Statements(connection).update("lock table sources in share row exclusive mode");
  }

  /** Saves a document in a transaction of the caller. */
  public static long save(Connection connection, String document, String savedBy)
      throws SQLException {
    return new Statements(connection)
        .number(
            "insert into sources (document, saved_by) values (?, ?) returning version",
            document,
            savedBy);
  }
}
