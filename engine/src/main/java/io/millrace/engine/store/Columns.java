package io.millrace.engine.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/**
 * Many rows as the array parameters of one statement, a column at a time. Arrays of simple types,
 * because the driver sends those in binary; times go as milliseconds.
 */
final class Columns<T> {
  private final Connection connection;
  private final PreparedStatement statement;
  private final List<T> rows;
  private int parameter;

  /**
   * Planned anew each time: a plan kept from when a table was small would scan it when it is large.
   */
  Columns(Connection connection, PreparedStatement statement, List<T> rows) throws SQLException {
    statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
  }

  Columns<T> texts(Function<T, String> column) throws SQLException {
    return next("text", rows.stream().map(column).toArray(String[]::new));
  }

  Columns<T> uuids(Function<T, UUID> column) throws SQLException {
    return next("uuid", rows.stream().map(column).toArray(UUID[]::new));
  }

  Columns<T> bytes(Function<T, byte[]> column) throws SQLException {
    return next("bytea", rows.stream().map(column).toArray(byte[][]::new));
  }

  Columns<T> ints(ToIntFunction<T> column) throws SQLException {
    return next("int4", rows.stream().mapToInt(column).toArray());
  }

  Columns<T> longs(ToLongFunction<T> column) throws SQLException {
    return next("int8", rows.stream().mapToLong(column).toArray());
  }

  /** A time may be null. */
  Columns<T> times(Function<T, Instant> column) throws SQLException {
    return next(
        "int8",
        rows.stream()
            .map(column)
            .map(time -> time == null ? null : time.toEpochMilli())
            .toArray(Long[]::new));
  }

  void execute() throws SQLException {
    statement.executeUpdate();
  }

  ResultSet query() throws SQLException {
    return statement.executeQuery();
  }

  private Columns<T> next(String type, Object values) throws SQLException {
    Array array = connection.unwrap(PGConnection.class).createArrayOf(type, values);
    statement.setArray(++parameter, array);
    return this;
  }
}
