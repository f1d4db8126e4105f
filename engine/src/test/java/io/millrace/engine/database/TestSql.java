package io.millrace.engine.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs one statement on its own connection. */
public final class TestSql {
  private TestSql() {}

  public static void execute(DatabaseUrl url, String statement) throws SQLException {
    try (Connection connection = url.connect();
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  /** The first column of the first row. */
  public static String value(DatabaseUrl url, String query) throws SQLException {
    try (Connection connection = url.connect();
        Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
