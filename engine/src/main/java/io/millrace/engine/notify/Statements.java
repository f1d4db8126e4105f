package io.millrace.engine.notify;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.postgresql.PGStatement;

/** Statements on many rows: each column is one array, and times are milliseconds. */
final class Statements {
  private Statements() {}

  /**
   * Planned anew each time: a plan kept from when a table was small would scan it when it is large.
   */
  static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    return statement;
  }

  static <T> Array column(
      Connection connection, String type, List<T> rows, Function<T, Object> value)
      throws SQLException {
    return connection.createArrayOf(type, rows.stream().map(value).toArray());
  }

  /** A time may be null. */
  static Long millis(Instant time) {
    return time == null ? null : time.toEpochMilli();
  }
}
