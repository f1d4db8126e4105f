package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A schema of its own, empty at first and gone at the end: what else is in the database stays. Its
 * one connection is kept, because frequent queries should not connect each time.
 */
final class BenchSchema implements AutoCloseable {
  private static final String NAME = "millrace_bench";

  private final DatabaseUrl url;
  private final Connection connection;

  BenchSchema(DatabaseUrl database) throws SQLException {
    url =
        new DatabaseUrl(
            database.url() + (database.url().contains("?") ? "&" : "?") + "currentSchema=" + NAME,
            database.user(),
            database.password());
    connection = url.connect();
    drop();
    execute("create schema " + NAME);
  }

  DatabaseUrl url() {
    return url;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The numbers of the one row. */
  long[] numbers(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      long[] numbers = new long[row.getMetaData().getColumnCount()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = row.getLong(i + 1);
      }
      return numbers;
    }
  }

  boolean exists(String query) throws SQLException {
    return numbers("select exists (" + query + ")::int")[0] == 1;
  }

  private void drop() throws SQLException {
    execute("drop schema if exists " + NAME + " cascade");
  }

  @Override
  public void close() throws SQLException {
    try (connection) {
      drop();
    }
  }
}
