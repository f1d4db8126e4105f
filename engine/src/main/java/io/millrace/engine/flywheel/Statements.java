package io.millrace.engine.flywheel;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** Statements with their values; arrays are sent as arrays, instants as timestamps. */
record Statements(Connection connection) {

  /** Reads one row. */
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  int update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    }
  }

  /** The first column of the first row. */
  long number(String sql, Object... values) throws SQLException {
    return this.<Long>rows(sql, row -> row.getLong(1), values).get(0);
  }

  <T> List<T> rows(String sql, Row<T> read, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values);
        ResultSet row = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (row.next()) {
        rows.add(read.read(row));
      }
      return rows;
    }
  }

  /** A time that may be null. */
  static Instant instant(ResultSet row, int column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }

  private PreparedStatement prepare(String sql, Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof int[] ints) {
        statement.setArray(
            i + 1, connection.unwrap(PGConnection.class).createArrayOf("int4", ints));
      } else if (values[i] instanceof String[] texts) {
        statement.setArray(i + 1, connection.createArrayOf("text", texts));
      } else if (values[i] instanceof Instant time) {
        statement.setObject(i + 1, time.atOffset(ZoneOffset.UTC));
      } else {
        statement.setObject(i + 1, values[i]);
      }
    }
    return statement;
  }
}
