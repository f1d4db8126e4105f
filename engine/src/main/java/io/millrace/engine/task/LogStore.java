package io.millrace.engine.task;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
import org.jspecify.annotations.Nullable;

/** The logs of all tasks, in the table {@code task_log}. */
public final class LogStore implements LogWriter.LogSink {
  /** A conflict means that an earlier try wrote the line, but its answer got lost. */
  private static final String APPEND =
      """
      insert into task_log (task, seq, time, level, message)
      select task, seq, time, level, message
      from unnest(?::uuid[], ?::bigint[], ?::timestamptz[], ?::text[], ?::text[])
        as new_line (task, seq, time, level, message)
      on conflict (task, seq) do nothing
      """;

  private static final String READ =
      """
      select seq, time, level, message from all_task_logs
      where task = ? and seq > ?
        and time >= coalesce(?::timestamptz, '-infinity')
        and time <= coalesce(?::timestamptz, 'infinity')
      order by seq limit ?
      """;

  private static final String CUT =
      """
      with beyond as (
        select seq from task_log where task = ? order by seq desc offset ? limit 1),
      gone as (
        delete from task_log as line using beyond where task = ? and line.seq <= beyond.seq
        returning 1)
      insert into task_log_cut (task, dropped) select ?, count(*) from gone having count(*) > 0
      on conflict (task) do update set dropped = task_log_cut.dropped + excluded.dropped
      """;

  /**
   * Serializes the writers of one task's log. The first key spells "Log"; the second is the task.
   */
  private static final String LOCK_TASK_LOG =
      "select count(pg_advisory_xact_lock(5009255, hashtext(?::text)))";

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private final DataSource database;

  public LogStore(DataSource database) {
    this.database = database;
  }

  /**
   * A line with its position.
   *
   * @param seq its position among the lines of its task; never used twice
   */
  public record LogEntry(UUID task, long seq, LogLine line) {}

  /** Writes all lines or none, in one statement. */
  @Override
  public void append(List<LogEntry> entries) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(true);
      insert(connection, entries);
    }
  }

  /** Appends lines to the log of the task, even if other nodes wrote the earlier ones. */
  void appendNext(UUID task, List<LogLine> lines, int most) throws SQLException {
    Transaction.update(
        database,
        connection -> {
          Statements sql = Statements.plannedAnew(connection);
          sql.number(LOCK_TASK_LOG, task);
          long seq = sql.number("select coalesce(max(seq), 0) from task_log where task = ?", task);
          List<LogEntry> entries = new ArrayList<>();
          for (LogLine line : lines) {
            entries.add(new LogEntry(task, ++seq, line));
          }
          insert(connection, entries);
          cut(sql, task, most);
        });
  }

  @Override
  public void cut(UUID task, int most) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(true);
      cut(Statements.plannedAnew(connection), task, most);
    }
  }

  private static void cut(Statements sql, UUID task, int most) throws SQLException {
    sql.update(CUT, task, most, task, task);
  }

  /** The number of lines of the level info that were stored of a task, with all dropped ones. */
  public long countOfInfo(UUID task) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
              .number("select count(*) from all_task_logs where task = ? and level = 'info'", task)
          + dropped(task);
    }
  }

  /** The number of dropped lines of a task. */
  public long dropped(UUID task) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .number("select coalesce(sum(dropped), 0) from task_log_cut where task = ?", task);
    }
  }

  /**
   * The first lines of a task within a period, in order.
   *
   * @param start the earliest time; absent for no limit
   * @param end the latest time; absent for no limit
   * @param after the {@code seq} of the line before the first; 0 for the beginning
   */
  public List<LogEntry> read(
      UUID task, @Nullable Instant start, @Nullable Instant end, long after, int limit)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection)
          .rows(
              READ,
              row -> new LogEntry(task, row.getLong("seq"), line(row)),
              task,
              after,
              start == null ? null : time(start),
              end == null ? null : time(end),
              limit);
    }
  }

  private static void insert(Connection connection, List<LogEntry> entries) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(APPEND)) {
      setArray(insert, 1, "uuid", entries, LogEntry::task);
      setArray(insert, 2, "int8", entries, LogEntry::seq);
      setArray(insert, 3, "timestamptz", entries, e -> time(e.line().time()));
      setArray(insert, 4, "text", entries, e -> level(e.line().level()));
      setArray(insert, 5, "text", entries, e -> storable(e.line().message()));
      insert.executeUpdate();
    }
  }

  private static LogLine line(ResultSet row) throws SQLException {
    return new LogLine(
        row.getObject("time", OffsetDateTime.class).toInstant(),
        LogLine.Level.valueOf(row.getString("level").toUpperCase(Locale.ROOT)),
        row.getString("message"));
  }

  private static void setArray(
      PreparedStatement insert,
      int index,
      String type,
      List<LogEntry> all,
      Function<LogEntry, ?> value)
      throws SQLException {
    Object[] values = all.stream().map(value).toArray();
    insert.setArray(index, insert.getConnection().createArrayOf(type, values));
  }

  /** Cut to the range of PostgreSQL: lines of a worker with a wrong clock are kept. */
  private static OffsetDateTime time(Instant time) {
    Instant late = time.isAfter(LATEST) ? LATEST : time;
    Instant stored = late.isBefore(EARLIEST) ? EARLIEST : late;
    return stored.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }

  private static String level(LogLine.Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /** PostgreSQL accepts any text but NUL and lone surrogates. */
  private static String storable(String message) {
    StringBuilder text = new StringBuilder(message.length());
    message
        .codePoints()
        .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? '\uFFFD' : c)
        .forEach(text::appendCodePoint);
    return text.toString();
  }
}
