package io.millrace.engine.task;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.TaskSearch.FinishedPeriod;
import io.millrace.engine.task.TaskSearch.TaskCount;
import io.millrace.engine.task.TaskSearch.TaskSearchPage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Searches the task history by what no index has. Each query looks at a bounded number of tasks, in
 * the order of an index.
 */
public final class TaskSearchStore {
  /** The number of tasks that one page looks at. */
  static final int LOOKED_AT = 20_000;

  /** The number of tasks that a count looks at. */
  static final int COUNTED = 100_000;

  /** The newest task of the same owner that has ended. Only tokens are named in their tasks. */
  private static final String IS_NEWEST =
      """
      source <> 'external' and attempt_uid = case when owner is null then (
        select newer.attempt_uid from all_tasks newer
        where newer.source = looked_at.source and newer.collection = looked_at.collection
          and newer.status in ('SUCCESS', 'FAILED', 'CANCELED')
        order by newer.attempt_uid desc limit 1)
      else (
        select newer.attempt_uid from all_tasks newer
        where newer.owner = looked_at.owner and newer.status in ('SUCCESS', 'FAILED', 'CANCELED')
        order by newer.attempt_uid desc limit 1) end
      """;

  private final DataSource dataSource;

  public TaskSearchStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** A part of a query, and the values in it. */
  private record SqlPart(String sql, List<Object> values) {
    Object[] with(Object... more) {
      List<Object> all = new ArrayList<>(values);
      all.addAll(Arrays.asList(more));
      return all.toArray();
    }
  }

  /**
   * @param sources the sources with the collection of the query; absent if the query names its
   *     source
   */
  public TaskSearchPage find(TaskSearch search, @Nullable List<String> sources)
      throws SQLException {
    int limit = search.query().limit();
    int bound = search.isIndexed() ? limit : LOOKED_AT;
    String order = search.oldestFirst() ? "asc" : "desc";
    TaskSelection candidates = candidates(search, sources, bound);
    SqlPart conditions = conditions(search);
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = Statements.plannedAnew(connection);
      SqlPart all = new SqlPart("", concat(candidates.values(), conditions.values()));
      List<Task> tasks =
          sql.rows(
              "select * from (%s) as looked_at where %s order by place %s limit ?"
                  .formatted(candidates.sql(), conditions.sql(), order),
              TaskStore::task,
              all.with(limit));
      if (tasks.size() == limit) {
        return new TaskSearchPage(tasks, tasks.get(limit - 1).id().attemptUid());
      }
      return new TaskSearchPage(
          tasks, search.isIndexed() ? null : lastLookedAt(sql, candidates, bound));
    }
  }

  /** Where the search continues; absent if it has looked at all tasks. */
  private static @Nullable UUID lastLookedAt(Statements sql, TaskSelection candidates, int bound)
      throws SQLException {
    SqlPart all = new SqlPart("", candidates.values());
    return sql.first(
            "select place from (%s) as looked_at offset ? limit 1".formatted(candidates.sql()),
            row -> row.getObject(1, UUID.class),
            all.with(bound - 1))
        .orElse(null);
  }

  /** Counts the tasks of all pages. */
  public TaskCount count(TaskSearch search, @Nullable List<String> sources, int most)
      throws SQLException {
    TaskSelection candidates = candidates(search.page(null, most), sources, most);
    SqlPart conditions = conditions(search);
    try (Connection connection = dataSource.getConnection()) {
      return Statements.plannedAnew(connection)
          .first(
              "select count(*) filter (where %s), count(*) from (%s) as looked_at"
                  .formatted(conditions.sql(), candidates.sql()),
              row -> new TaskCount(row.getLong(1), row.getLong(2) >= most),
              concat(conditions.values(), candidates.values()).toArray())
          .orElseThrow();
    }
  }

  public TaskCount count(TaskSearch search, @Nullable List<String> sources) throws SQLException {
    return count(search, sources, COUNTED);
  }

  private static TaskSelection candidates(
      TaskSearch search, @Nullable List<String> sources, int bound) {
    TaskQuery query = search.query();
    TaskSelection selection =
        sources == null
            ? TaskSelection.of(query, TaskStore.COLUMNS, search.oldestFirst())
            : TaskSelection.of(query, sources, TaskStore.COLUMNS, search.oldestFirst(), bound);
    return selection.limitedTo(bound);
  }

  private static SqlPart conditions(TaskSearch search) {
    List<String> all = new ArrayList<>(List.of("true"));
    List<Object> values = new ArrayList<>();
    if (search.message() != null) {
      all.add("lower(message) like lower(?)");
      values.add(pattern(search.message()));
    }
    if (search.worker() != null) {
      all.add("worker = ?");
      values.add(search.worker());
    }
    if (search.reason() != null) {
      all.add("reason = ?");
      values.add(search.reason().text());
    }
    if (search.newestOnly()) {
      all.add(IS_NEWEST);
    }
    FinishedPeriod finished = search.finished();
    if (finished != null && finished.start() != null) {
      all.add("finished_at >= ?");
      values.add(finished.start());
    }
    if (finished != null && finished.end() != null) {
      all.add("finished_at < ?");
      values.add(finished.end());
    }
    return new SqlPart(String.join(" and ", all), values);
  }

  /** The parts between the ellipses, with anything around them. */
  static String pattern(String text) {
    return Arrays.stream(text.split("…"))
        .map(part -> part.replaceAll("([\\\\%_])", "\\\\$1"))
        .collect(Collectors.joining("%", "%", "%"));
  }

  private static List<Object> concat(List<Object> first, List<Object> second) {
    List<Object> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
