package io.millrace.engine.task;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A search for tasks, also by what no index has. A page looks at a bounded number of tasks.
 *
 * @param query what indexes answer
 * @param message a part of the message, in any case; {@code …} stands for any text; absent for any
 * @param worker absent for any
 * @param reason absent for any
 * @param newestOnly leaves out a task if a later one of its owner has ended. Of the failed ones,
 *     those are left whose owners fail now
 * @param oldestFirst newest first otherwise
 * @param finished absent for any
 */
public record TaskSearch(
    TaskQuery query,
    @Nullable String message,
    @Nullable String worker,
    @Nullable TaskReason reason,
    boolean newestOnly,
    boolean oldestFirst,
    @Nullable FinishedPeriod finished) {

  /**
   * When tasks ended.
   *
   * @param start inclusive; absent if it is open
   * @param end exclusive; absent if it is open
   */
  public record FinishedPeriod(@Nullable Instant start, @Nullable Instant end) {}

  /**
   * A page of the tasks that were found.
   *
   * @param after where the next page begins; absent if this is the last one. A page may have few
   *     tasks, or none, although there are more
   */
  public record TaskSearchPage(List<Task> tasks, @Nullable UUID after) {}

  /**
   * How many tasks there are.
   *
   * @param more whether there may be more, because not all were looked at
   */
  public record TaskCount(long tasks, boolean more) {}

  public TaskSearch(
      TaskQuery query,
      @Nullable String message,
      @Nullable String worker,
      @Nullable TaskReason reason,
      boolean newestOnly,
      boolean oldestFirst) {
    this(query, message, worker, reason, newestOnly, oldestFirst, null);
  }

  public static TaskSearch of(TaskQuery query) {
    return new TaskSearch(query, null, null, null, false, false);
  }

  /** Whether indexes alone answer it. */
  boolean isIndexed() {
    return message == null && worker == null && reason == null && !newestOnly && finished == null;
  }

  public TaskSearch page(@Nullable UUID after, int limit) {
    TaskQuery page =
        new TaskQuery(
            query.source(),
            query.start(),
            query.end(),
            query.statuses(),
            query.collection(),
            limit,
            after);
    return new TaskSearch(page, message, worker, reason, newestOnly, oldestFirst, finished);
  }
}
