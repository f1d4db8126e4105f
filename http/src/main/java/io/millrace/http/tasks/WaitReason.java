package io.millrace.http.tasks;

import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection.Work;
import org.jspecify.annotations.Nullable;

/** What a task waits for beside a channel. */
public final class WaitReason {
  private WaitReason() {}

  /**
   * Not every worker may have the secrets of a task; without them it is given to none.
   *
   * @param queue of the task
   * @param work absent if nothing is done
   * @return empty if any worker will do
   */
  public static String waitsFor(String queue, @Nullable Work work) {
    return work == null || work.secretsProject() == null || !CollectionId.isName(queue)
        ? ""
        : "a worker of the queue '%s' whose token may have the secrets of the project '%s'"
            .formatted(queue, work.secretsProject());
  }
}
