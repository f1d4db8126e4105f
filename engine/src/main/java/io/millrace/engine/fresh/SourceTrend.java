package io.millrace.engine.fresh;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the newest refreshes of a source went.
 *
 * @param typical how long nine of ten successes took at most, from the request to the success
 * @param failing whether its refreshes fail now: the newest of several collections all failed
 * @param stuck whether its refreshes do not start now: the pool is paused, or no worker takes them
 */
public record SourceTrend(Duration typical, boolean failing, boolean stuck) {
  /** A failure of fewer collections may have its cause in each of them. */
  static final int FAILING_COLLECTIONS = 4;

  private static final Duration LEAST_PATIENCE = Duration.ofMinutes(5);

  /** How a recent task ended, if it has. */
  public enum RecentEnd {
    OPEN,
    SUCCESS,
    FAILURE,
    /** Nobody learns from it: a person has cancelled it. */
    NONE
  }

  /**
   * A recent task.
   *
   * @param startedAt absent if it has not started
   * @param finishedAt absent while it is open
   */
  public record RecentTask(
      String collection,
      RecentEnd end,
      Instant createdAt,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt) {}

  /**
   * @param newest tasks of one source in any order
   */
  public static SourceTrend of(List<RecentTask> newest, Instant now) {
    Duration typical = typical(newest);
    return new SourceTrend(typical, isFailing(newest), isStuck(newest, patience(typical), now));
  }

  /** How long a task may wait before its wait is unusual. */
  static Duration patience(Duration typical) {
    Duration twice = typical.multipliedBy(2);
    return twice.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : twice;
  }

  private static Duration typical(List<RecentTask> newest) {
    List<Duration> took =
        newest.stream()
            .filter(task -> task.end() == RecentEnd.SUCCESS && task.finishedAt() != null)
            .map(task -> Duration.between(task.createdAt(), task.finishedAt()))
            .sorted()
            .toList();
    if (took.isEmpty()) {
      return Duration.ZERO;
    }
    Duration most = took.get((took.size() * 9 - 1) / 10);
    return most.isNegative() ? Duration.ZERO : most;
  }

  private static boolean isFailing(List<RecentTask> newest) {
    Set<String> failed = new HashSet<>();
    List<RecentTask> ended =
        newest.stream()
            .filter(task -> task.end() == RecentEnd.SUCCESS || task.end() == RecentEnd.FAILURE)
            .sorted(Comparator.comparing(SourceTrend::endedAt).reversed())
            .toList();
    for (RecentTask task : ended) {
      if (failed.contains(task.collection())) {
        continue; // its newest end counts
      }
      if (task.end() == RecentEnd.SUCCESS) {
        return false;
      }
      failed.add(task.collection());
      if (failed.size() == FAILING_COLLECTIONS) {
        return true;
      }
    }
    return false;
  }

  private static Instant endedAt(RecentTask task) {
    return task.finishedAt() == null ? task.createdAt() : task.finishedAt();
  }

  /** A task waits for long, and no other one has started for as long. */
  private static boolean isStuck(List<RecentTask> newest, Duration patience, Instant now) {
    Instant longAgo = now.minus(patience);
    boolean waits =
        newest.stream()
            .anyMatch(
                task ->
                    task.end() == RecentEnd.OPEN
                        && task.startedAt() == null
                        && !task.createdAt().isAfter(longAgo));
    return waits
        && newest.stream()
            .map(RecentTask::startedAt)
            .noneMatch(started -> started != null && started.isAfter(longAgo));
  }
}
