package io.millrace.engine.flow;

import io.millrace.engine.task.Task;

/**
 * The workers that can run a task: those of its queue that may have the secrets it needs.
 *
 * @param project whose secrets it needs; null if it needs none, or if no remote worker runs it
 */
record EligibleWorkers(String name, String project) {

  static EligibleWorkers of(WaitingTask task) {
    boolean remote = !task.queue().equals(Task.NODES) && !task.queue().equals(Task.CALLER);
    return new EligibleWorkers(task.queue(), remote ? task.project() : null);
  }
}
