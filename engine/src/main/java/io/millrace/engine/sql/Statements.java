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
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/**
 * Statements with their values; arrays, and lists of texts, are sent as arrays, instants as
 * timestamps.
 *
 * @param plannedAnew whether each is planned for its values, every time
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

  /** Reads a row, or all of them. */
  @FunctionalInterface
  public interface RowMapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  /** Takes a row. */
  @FunctionalInterface
  public interface RowConsumer {
    void accept(ResultSet row) throws SQLException;
  }

  public Statements(Connection connection) {
    this(connection, false);
  }

  /** For many rows: a plan kept from when a table was small would scan it when it is large. */
  public static Statements plannedAnew(Connection connection) {
    return new Statements(connection, true);
  }

  public int update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return bind(values, statement).executeUpdate();
    }
  }

  /** The first column of the first row. */
  public long number(String sql, Object... values) throws SQLException {
    return this.<Long>rows(sql, row -> row.getLong(1), values).get(0);
  }

  public <T> Optional<T> first(String sql, RowMapper<T> read, Object... values)
      throws SQLException {
    return rows(sql, read, values).stream().findFirst();
  }

  public <T> List<T> rows(String sql, RowMapper<T> read, Object... values) throws SQLException {
    List<T> rows = new ArrayList<>();
    forEach(sql, row -> rows.add(read.map(row)), values);
    return rows;
  }

  public void forEach(String sql, RowConsumer take, Object... values) throws SQLException {
    readAll(
        sql,
        row -> {
          while (row.next()) {
            take.accept(row);
          }
          return null;
        },
        values);
  }

  /**
   * @param read begins before the first row
   */
  public <T> T readAll(String sql, RowMapper<T> read, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = bind(values, statement).executeQuery()) {
      return read.map(row);
    }
  }

  /** A time that may be null. */
  public static Instant instant(ResultSet row, int column) throws SQLException {
    return instant(row.getObject(column, OffsetDateTime.class));
  }

  /** A time that may be null. */
  public static Instant instant(ResultSet row, String column) throws SQLException {
    return instant(row.getObject(column, OffsetDateTime.class));
  }

  private static Instant instant(OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  private PreparedStatement bind(Object[] values, PreparedStatement statement) throws SQLException {
    if (plannedAnew) {
      statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    }
    for (int i = 0; i < values.length; i++) {
      set(statement, i + 1, values[i]);
    }
    return statement;
  }

  private void set(PreparedStatement statement, int place, Object value) throws SQLException {
    String ofArray = value == null ? null : ARRAYS.get(value.getClass());
    if (ofArray != null) {
      PGConnection driver = connection.unwrap(PGConnection.class);
      statement.setArray(place, driver.createArrayOf(ofArray, value));
    } else if (value instanceof Collection<?> texts) {
      set(statement, place, texts.toArray(String[]::new));
    } else if (value instanceof Instant time) {
      statement.setObject(place, time.atOffset(ZoneOffset.UTC));
    } else {
      statement.setObject(place, value);
    }
  }
}
