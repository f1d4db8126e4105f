package io.millrace.engine.task;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Which tasks are wanted, newest first.
 *
 * @param source null for any
 * @param start the earliest creation, inclusive
 * @param end the latest creation, exclusive
 * @param statuses any of these; null or none for any at all
 * @param collection null for any
 * @param after the last task of the page before; null for the first page
 */
public record TaskQuery(
    String source,
    Instant start,
    Instant end,
    Set<TaskStatus> statuses,
    String collection,
    int limit,
    UUID after) {

  /** Those that have not ended. They are asked for together: one may start between two queries. */
  public static final Set<TaskStatus> OPEN = Set.of(TaskStatus.SCHEDULED, TaskStatus.RUNNING);

  public TaskQuery {
    statuses = statuses == null ? Set.of() : statuses;
  }

  /** Whether only those are wanted that have not ended. */
  public boolean isOpenOnly() {
    return !statuses.isEmpty() && OPEN.containsAll(statuses);
  }

  /** A condition on a column. */
  String statusCondition(String column) {
    return statuses.isEmpty()
        ? ""
        : statuses.stream()
            .map(status -> "'" + status + "'")
            .collect(Collectors.joining(", ", " and " + column + " in (", ")"));
  }
}
