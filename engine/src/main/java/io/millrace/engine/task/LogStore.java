package io.millrace.engine.task;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** The logs of all tasks, in the table {@code task_log}. */
public final class LogStore {
  /** A line that is there already was written by a try whose answer got lost. */
  private static final String APPEND =
      """
      insert into task_log (task, seq, time, level, message)
      select * from unnest(?::uuid[], ?::bigint[], ?::timestamptz[], ?::text[], ?::text[])
      on conflict (task, seq) do nothing
      """;

  private static final String READ =
      """
      select seq, time, level, message from all_task_logs
      where task = ?
        and time >= coalesce(?::timestamptz, '-infinity')
        and time <= coalesce(?::timestamptz, 'infinity')
      order by seq limit ?
      """;

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private final DataSource database;

  public LogStore(DataSource database) {
    this.database = database;
  }

  /**
   * One line in its place.
   *
   * @param seq where it stands among the lines of its task; never used twice
   */
  public record Entry(UUID task, long seq, LogLine line) {}

  /** Writes all of them, or none: one statement, however many lines. */
  public void append(List<Entry> entries) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement insert = connection.prepareStatement(APPEND)) {
      connection.setAutoCommit(true);
      setArray(insert, 1, "uuid", entries, Entry::task);
      setArray(insert, 2, "int8", entries, Entry::seq);
      setArray(insert, 3, "timestamptz", entries, e -> time(e.line().time()));
      setArray(insert, 4, "text", entries, e -> level(e.line().level()));
      setArray(insert, 5, "text", entries, e -> storable(e.line().message()));
      insert.executeUpdate();
    }
  }

  /**
   * The first lines of a task within a period, in order.
   *
   * @param start the earliest time; null if any
   * @param end the latest time; null if any
   */
  public List<Entry> read(UUID task, Instant start, Instant end, int limit) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(READ)) {
      select.setObject(1, task);
      select.setObject(2, start == null ? null : time(start), Types.TIMESTAMP_WITH_TIMEZONE);
      select.setObject(3, end == null ? null : time(end), Types.TIMESTAMP_WITH_TIMEZONE);
      select.setInt(4, limit);
      List<Entry> entries = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          entries.add(new Entry(task, row.getLong("seq"), line(row)));
        }
      }
      return entries;
    }
  }

  private static LogLine line(ResultSet row) throws SQLException {
    return new LogLine(
        row.getObject("time", OffsetDateTime.class).toInstant(),
        LogLine.Level.valueOf(row.getString("level").toUpperCase(Locale.ROOT)),
        row.getString("message"));
  }

  private static void setArray(
      PreparedStatement insert, int index, String type, List<Entry> all, Function<Entry, ?> value)
      throws SQLException {
    Object[] values = all.stream().map(value).toArray();
    insert.setArray(index, insert.getConnection().createArrayOf(type, values));
  }

  /** Within what PostgreSQL can hold: a worker's clock may be wrong, its lines are still wanted. */
  private static OffsetDateTime time(Instant time) {
    Instant late = time.isAfter(LATEST) ? LATEST : time;
    Instant held = late.isBefore(EARLIEST) ? EARLIEST : late;
    return held.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }

  private static String level(LogLine.Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /** PostgreSQL takes any text but NUL and half characters. */
  private static String storable(String message) {
    StringBuilder text = new StringBuilder(message.length());
    message
        .codePoints()
        .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? '\uFFFD' : c)
        .forEach(text::appendCodePoint);
    return text.toString();
  }
}
