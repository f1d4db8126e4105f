package io.millrace.engine.task;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A filter for tasks; the result is newest first.
 *
 * @param source null for any
 * @param start the earliest creation, inclusive
 * @param end the latest creation, exclusive
 * @param statuses any of these; null or empty for all
 * @param collection null for any
 * @param after the last task of the previous page; null for the first page
 */
public record TaskQuery(
    String source,
    Instant start,
    Instant end,
    Set<TaskStatus> statuses,
    String collection,
    int limit,
    UUID after) {

  /** The open tasks. Query both statuses together: a task may start between two queries. */
  public static final Set<TaskStatus> OPEN = Set.of(TaskStatus.SCHEDULED, TaskStatus.RUNNING);

  public TaskQuery {
    statuses = statuses == null ? Set.of() : statuses;
  }

  /** Whether the query is for open tasks only. */
  public boolean isOpenOnly() {
    return !statuses.isEmpty() && OPEN.containsAll(statuses);
  }

  /** The condition on a status column, as SQL. */
  String statusCondition(String column) {
    return statuses.isEmpty()
        ? ""
        : statuses.stream()
            .map(status -> "'" + status + "'")
            .collect(Collectors.joining(", ", " and " + column + " in (", ")"));
  }
}
