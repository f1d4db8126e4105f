package io.millrace.engine.task;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A filter for tasks; the result is newest first.
 *
 * @param source absent for any
 * @param start the earliest creation, inclusive
 * @param end the latest creation, exclusive
 * @param statuses any of these; empty for all
 * @param collection absent for any
 * @param after the last task of the previous page; absent for the first page
 */
public record TaskQuery(
    @Nullable String source,
    Instant start,
    Instant end,
    Set<TaskStatus> statuses,
    @Nullable String collection,
    int limit,
    @Nullable UUID after) {

  /** The open tasks. Query both statuses together: a task may start between two queries. */
  public static final Set<TaskStatus> OPEN = Set.of(TaskStatus.SCHEDULED, TaskStatus.RUNNING);

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
