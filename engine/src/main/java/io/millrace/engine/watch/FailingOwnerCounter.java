package io.millrace.engine.watch;

import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskSearch.TaskCount;
import io.millrace.engine.task.TaskSearchStore;
import io.millrace.engine.task.TaskStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts what fails now: the failed tasks of the last week after which no other of their owner has
 * ended. Callers share a count for a while.
 */
public final class FailingOwnerCounter {
  /** The number of failed tasks that are looked at. */
  static final int MOST = 5_000;

  private static final Duration PERIOD = Duration.ofDays(7);
  private static final Duration SHARED_FOR = Duration.ofSeconds(10);

  private record SharedCount(Instant at, TaskCount count) {}

  private final TaskSearchStore tasks;
  private @Nullable SharedCount last;

  public FailingOwnerCounter(TaskSearchStore tasks) {
    this.tasks = tasks;
  }

  synchronized TaskCount at(Instant now) throws SQLException {
    SharedCount known = last;
    if (known == null || Duration.between(known.at(), now).abs().compareTo(SHARED_FOR) >= 0) {
      known = new SharedCount(now, tasks.count(search(now), null, MOST));
      last = known;
    }
    return known.count();
  }

  private static TaskSearch search(Instant now) {
    TaskQuery failed =
        new TaskQuery(null, now.minus(PERIOD), now, Set.of(TaskStatus.FAILED), null, 1, null);
    return new TaskSearch(failed, null, null, null, true, false);
  }
}
