package io.millrace.client.worker;

import org.jspecify.annotations.Nullable;

/** What a worker does for each task. */
@FunctionalInterface
public interface TaskHandler {

  /**
   * Runs the task. If it returns, the task succeeded. If it throws, the task failed, and its
   * retries follow, unless it throws a {@link NotRetryableException}. If the task is canceled, the
   * thread is interrupted, and nobody waits for the result.
   *
   * @return the output, as anything that Jackson writes as JSON; absent for none
   */
  @Nullable Object handle(WorkerTask task) throws Exception;
}
