package io.millrace.engine.flow;

import io.millrace.engine.task.Task;
import org.jspecify.annotations.Nullable;

/**
 * The workers that can run a task: those of its queue that may have the secrets it needs.
 *
 * @param project whose secrets it needs; absent if it needs none, or if no remote worker runs it
 */
record EligibleWorkers(String name, @Nullable String project) {

  static EligibleWorkers of(WaitingTask task) {
    boolean remote = !task.queue().equals(Task.NODES) && !task.queue().equals(Task.CALLER);
    return new EligibleWorkers(task.queue(), remote ? task.project() : null);
  }
}
