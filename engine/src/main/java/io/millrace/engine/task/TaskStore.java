package io.millrace.engine.task;

import static io.millrace.engine.sql.Statements.instant;
import static io.millrace.engine.sql.Statements.instantOrNull;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads the task history. Events write it, see {@link HistoryWriter}. Only the progress that a
 * worker reports is written here; nothing depends on it.
 */
public final class TaskStore {
  static final String COLUMNS =
      """
      select attempt_uid, source, collection, attempt_no, status, reason, priority, system, pool,
        queue, timeout_ms, created_at, started_at, finished_at, deadline, worker, message,
        user_message, percent, user_friendly_status, owner, logical_time, output
      """;
  private static final String SELECT = COLUMNS + "from all_tasks ";

  private static final UUID FIRST = new UUID(0, 0);
  private static final String SELECT_SCHEDULED =
      COLUMNS.stripTrailing()
          + ", line, place "
          + TaskSelection.OF_OPEN
          + "where open_pool = ? and uid > ? and status = 'SCHEDULED' order by uid limit ?";

  private final DataSource dataSource;

  public TaskStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  public TaskSearchStore searches() {
    return new TaskSearchStore(dataSource);
  }

  public Optional<Task> find(UUID attemptUid) throws SQLException {
    return query(SELECT + "where attempt_uid = ?", attemptUid).stream().findFirst();
  }

  /**
   * Lists tasks, newest first. Uids are in the order of creation, so the last one is the cursor.
   * The bounds on the uid also exclude partitions outside the period. They allow for a difference
   * between the clock of a uid and the clock of its task.
   */
  public List<Task> list(TaskQuery query) throws SQLException {
    TaskSelection selection = TaskSelection.of(query, COLUMNS, false).limitedTo(query.limit());
    return query(selection.sql(), selection.values().toArray());
  }

  /**
   * Lists the tasks of one collection in several sources. Each source is queried separately, up to
   * the limit.
   */
  public List<Task> list(TaskQuery query, List<String> sources) throws SQLException {
    TaskSelection selection =
        TaskSelection.of(query, sources, COLUMNS, false, query.limit()).limitedTo(query.limit());
    return query(selection.sql(), selection.values().toArray());
  }

  /**
   * Whether the history has tasks of a source. It reads one index entry per day.
   *
   * @param collection absent for any
   */
  public boolean hasTasks(String source, @Nullable String collection) throws SQLException {
    String where = collection == null ? "source = ?" : "source = ? and collection = ?";
    Object[] values =
        collection == null ? new Object[] {source} : new Object[] {source, collection};
    try (Connection connection = dataSource.getConnection()) {
      return Statements.plannedAnew(connection)
          .first(
              "select 1 from all_tasks where " + where + " order by attempt_uid desc limit 1",
              row -> true,
              values)
          .isPresent();
    }
  }

  /** The tasks of a token, newest first. */
  public List<Task> listOfToken(String token, int limit) throws SQLException {
    return query(SELECT + "where owner = ? order by attempt_uid desc limit ?", token, limit);
  }

  /** These tasks, in no order. */
  public List<Task> list(Collection<UUID> attempts) throws SQLException {
    return query(SELECT + "where attempt_uid = any(?)", (Object) attempts.toArray(UUID[]::new));
  }

  /** The tasks of some tokens that have ended, in no order. */
  public List<Task> endedOfTokens(Collection<String> tokens, int limit) throws SQLException {
    return query(
        SELECT + "where owner = any(?) and finished_at is not null limit ?",
        tokens.toArray(String[]::new),
        limit);
  }

  /** The tasks that wait for a channel in a pool, oldest first. */
  public List<QueuedTask> queued(String pool, @Nullable UUID after, int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return Statements.plannedAnew(connection)
          .rows(SELECT_SCHEDULED, TaskStore::queued, pool, after == null ? FIRST : after, limit);
    }
  }

  private static QueuedTask queued(ResultSet row) throws SQLException {
    String line = row.getString("line");
    return new QueuedTask(
        task(row), line == null ? null : new TaskOrder(line, row.getLong("place")));
  }

  /** The task ids of these attempts. */
  public Map<UUID, TaskId> ids(Collection<UUID> attempts) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Map<UUID, TaskId> ids = new HashMap<>();
      new Statements(connection)
          .forEach(
              "select attempt_uid, source, collection from task where attempt_uid = any(?)",
              row -> {
                UUID uid = row.getObject(1, UUID.class);
                ids.put(uid, new TaskId(row.getString(2), row.getString(3), uid));
              },
              (Object) attempts.toArray(UUID[]::new));
      return ids;
    }
  }

  /** The deadlines of these attempts: null if one is not running yet, no entry if it has ended. */
  public Map<UUID, Instant> deadlines(Collection<UUID> attempts) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Map<UUID, Instant> deadlines = new HashMap<>();
      new Statements(connection)
          .forEach(
              """
              select uid, deadline
              from (select attempt_uid as uid from open_task where attempt_uid = any(?)) as open
              cross join lateral
                (select deadline from task where attempt_uid = uid offset 0) as found
              """,
              row -> deadlines.put(row.getObject(1, UUID.class), instantOrNull(row, 2)),
              (Object) attempts.toArray(UUID[]::new));
      return deadlines;
    }
  }

  /**
   * Stores the progress of a running task; absent values stay as they were.
   *
   * @return false if the task is not running, and nothing was stored
   */
  public boolean saveProgress(
      UUID attemptUid, @Nullable Integer percent, @Nullable String userFriendlyStatus)
      throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
              .update(
                  "update task set percent = coalesce(?::integer, percent),"
                      + " user_friendly_status = coalesce(?::text, user_friendly_status)"
                      + " where attempt_uid = ? and status = 'RUNNING'",
                  percent,
                  userFriendlyStatus,
                  attemptUid)
          == 1;
    }
  }

  private List<Task> query(String sql, @Nullable Object... values) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return Statements.plannedAnew(connection).rows(sql, TaskStore::task, values);
    }
  }

  /** A row of the table {@code task}. */
  public static Task task(ResultSet row) throws SQLException {
    return new Task(
        new TaskId(
            row.getString("source"),
            row.getString("collection"),
            row.getObject("attempt_uid", UUID.class)),
        new TaskOrigin(
            row.getInt("attempt_no"),
            TaskReason.of(row.getString("reason")),
            row.getString("owner"),
            instantOrNull(row, "logical_time")),
        new TaskRoute(
            row.getInt("priority"),
            row.getString("system"),
            row.getString("pool"),
            row.getString("queue")),
        TaskStatus.valueOf(row.getString("status")),
        new TaskTimes(
            instant(row, "created_at"),
            Duration.ofMillis(row.getLong("timeout_ms")),
            instantOrNull(row, "started_at"),
            instantOrNull(row, "deadline"),
            instantOrNull(row, "finished_at")),
        new TaskProgress(
            row.getString("worker"),
            row.getObject("percent", Integer.class),
            row.getString("user_friendly_status")),
        new TaskResult(
            row.getString("message"), row.getString("user_message"), row.getString("output")));
  }
}
