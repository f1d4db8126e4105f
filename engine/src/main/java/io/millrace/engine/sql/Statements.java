package io.millrace.engine.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/**
 * Runs statements with their values. Arrays and collections of texts are sent as arrays, instants
 * as timestamps.
 *
 * @param plannedAnew whether the server plans each statement for its values, every time
 */
public record Statements(Connection connection, boolean plannedAnew) {
  private static final Map<Class<?>, String> ARRAYS =
      Map.of(
          String[].class, "text",
          UUID[].class, "uuid",
          byte[][].class, "bytea",
          int[].class, "int4",
          long[].class, "int8",
          Long[].class, "int8");

  /** Reads one row, or all rows. */
  @FunctionalInterface
  public interface RowMapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  /** Consumes one row. */
  @FunctionalInterface
  public interface RowConsumer {
    void accept(ResultSet row) throws SQLException;
  }

  public Statements(Connection connection) {
    this(connection, false);
  }

  /** For many rows: a cached plan from when a table was small would scan it when it is large. */
  public static Statements plannedAnew(Connection connection) {
    return new Statements(connection, true);
  }

  public int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return bind(values, statement).executeUpdate();
    }
  }

  /** Returns the first column of the first row. */
  public long number(String sql, @Nullable Object... values) throws SQLException {
    return this.<Long>rows(sql, row -> row.getLong(1), values).get(0);
  }

  public <T> Optional<T> first(String sql, RowMapper<T> mapper, @Nullable Object... values)
      throws SQLException {
    return rows(sql, mapper, values).stream().findFirst();
  }

  public <T> List<T> rows(String sql, RowMapper<T> mapper, @Nullable Object... values)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    forEach(sql, row -> rows.add(mapper.map(row)), values);
    return rows;
  }

  public void forEach(String sql, RowConsumer consumer, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = bind(values, statement).executeQuery()) {
      while (rows.next()) {
        consumer.accept(rows);
      }
    }
  }

  /** Consumes one row; false for no more. */
  @FunctionalInterface
  public interface RowReader {
    boolean read(ResultSet row) throws SQLException;
  }

  /**
   * Reads any number of rows in little memory. It needs a transaction.
   *
   * @param fetched how many rows are in memory at a time
   */
  public void stream(String sql, int fetched, RowReader reader, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(fetched);
      try (ResultSet rows = bind(values, statement).executeQuery()) {
        boolean more = true;
        while (more && rows.next()) {
          more = reader.read(rows);
        }
      }
    }
  }

  /**
   * @param reader is called once, positioned before the first row
   */
  public <T> T readAll(String sql, RowMapper<T> reader, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = bind(values, statement).executeQuery()) {
      return reader.map(rows);
    }
  }

  /** Reads a column that is never null. */
  public static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  /** Reads a column that is never null. */
  public static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  public static @Nullable Instant instantOrNull(ResultSet row, int column) throws SQLException {
    return instantOrNull(row.getObject(column, OffsetDateTime.class));
  }

  public static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    return instantOrNull(row.getObject(column, OffsetDateTime.class));
  }

  private static @Nullable Instant instantOrNull(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  private PreparedStatement bind(@Nullable Object[] values, PreparedStatement statement)
      throws SQLException {
    if (plannedAnew) {
      statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    }
    for (int i = 0; i < values.length; i++) {
      set(statement, i + 1, values[i]);
    }
    return statement;
  }

  private void set(PreparedStatement statement, int place, @Nullable Object value)
      throws SQLException {
    String elementType = value == null ? null : ARRAYS.get(value.getClass());
    if (elementType != null) {
      PGConnection driver = connection.unwrap(PGConnection.class);
      statement.setArray(place, driver.createArrayOf(elementType, value));
    } else if (value instanceof Collection<?> texts) {
      set(statement, place, texts.toArray(String[]::new));
    } else if (value instanceof Instant time) {
      statement.setObject(place, time.atOffset(ZoneOffset.UTC));
    } else {
      statement.setObject(place, value);
    }
  }
}
