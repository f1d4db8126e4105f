package io.millrace.engine.flow;

/**
 * The workers that can run a task.
 *
 * @param living whether a living worker serves its queue
 * @param trusted whether one of them may have its secrets
 * @param free whether one of them can start it now
 * @param capacity how many tasks of the pool can run at once, as far as these workers go
 */
record WorkerReach(boolean living, boolean trusted, boolean free, int capacity) {
  /** Any number: external callers run their tasks themselves. */
  static final WorkerReach CALLERS = new WorkerReach(true, true, true, Integer.MAX_VALUE);
}
