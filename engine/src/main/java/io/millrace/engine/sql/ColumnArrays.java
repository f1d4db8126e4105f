package io.millrace.engine.sql;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Many rows as the values of one statement: one array per column. The arrays hold simple types,
 * because the driver sends those in binary. Times are sent as milliseconds.
 */
public final class ColumnArrays<T> {
  private final Collection<T> rows;
  private final List<Object> values = new ArrayList<>();

  private ColumnArrays(Collection<T> rows) {
    this.rows = rows;
  }

  public static <T> ColumnArrays<T> of(Collection<T> rows) {
    return new ColumnArrays<>(rows);
  }

  /** Adds a value that does not come from the rows. */
  public ColumnArrays<T> value(Object value) {
    values.add(value);
    return this;
  }

  public ColumnArrays<T> texts(Function<T, String> column) {
    return value(rows.stream().map(column).toArray(String[]::new));
  }

  public ColumnArrays<T> uuids(Function<T, UUID> column) {
    return value(rows.stream().map(column).toArray(UUID[]::new));
  }

  public ColumnArrays<T> bytes(Function<T, byte[]> column) {
    return value(rows.stream().map(column).toArray(byte[][]::new));
  }

  public ColumnArrays<T> ints(ToIntFunction<T> column) {
    return value(rows.stream().mapToInt(column).toArray());
  }

  public ColumnArrays<T> longs(ToLongFunction<T> column) {
    return value(rows.stream().mapToLong(column).toArray());
  }

  public ColumnArrays<T> times(Function<T, Instant> column) {
    return value(
        rows.stream()
            .map(column)
            .map(time -> time == null ? null : time.toEpochMilli())
            .toArray(Long[]::new));
  }

  /**
   * Returns the values in the order of their places in the statement.
   *
   * @param more the values that follow the columns
   */
  public Object[] values(Object... more) {
    return Stream.concat(values.stream(), Stream.of(more)).toArray();
  }
}
