package io.millrace.engine.flow;

import io.millrace.engine.task.Blocker;
import java.util.List;
import java.util.UUID;

/**
 * What a pool says about some of its waiting tasks.
 *
 * @param tasks the waiting tasks; a task that started or ended is left out
 * @param loads of each system, in the order of the config
 */
public record PoolWaits(List<WaitState> tasks, List<SystemLoad> loads) {
  /** How many tasks before a task are counted. */
  public static final int MOST_COUNTED = 10_000;

  public PoolWaits {
    tasks = List.copyOf(tasks);
    loads = List.copyOf(loads);
  }

  /**
   * A waiting task.
   *
   * @param system whose share it uses, as the config names it
   * @param before how many tasks are granted before it; at most {@link #MOST_COUNTED}
   * @param capacity how many tasks of the pool can run at once, as far as its workers go
   */
  public record WaitState(
      UUID attemptUid, Blocker blocker, String system, int before, int capacity) {}

  /**
   * How long tasks of a system run.
   *
   * @param ranMillis the last ones that ended
   * @param runningMillis the run times of the running tasks, until now
   * @param busy whether it was granted channels within the last hour
   */
  public record SystemLoad(List<Long> ranMillis, List<Long> runningMillis, boolean busy) {
    public SystemLoad {
      ranMillis = List.copyOf(ranMillis);
      runningMillis = List.copyOf(runningMillis);
    }
  }
}
