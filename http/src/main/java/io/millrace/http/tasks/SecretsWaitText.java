package io.millrace.http.tasks;

import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection.Work;
import org.jspecify.annotations.Nullable;

/**
 * Names the workers that may run a task with secrets, as the field {@code waits_for} has always
 * done. The newer field {@code wait} says whether that is what the task waits for now.
 */
public final class SecretsWaitText {
  private SecretsWaitText() {}

  /**
   * Only some workers may have the secrets of a task, and no other worker gets it.
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
