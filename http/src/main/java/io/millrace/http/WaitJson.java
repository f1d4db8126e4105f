package io.millrace.http;

import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.source.CollectionId;

/** What a task waits for beside a channel. */
final class WaitJson {
  private WaitJson() {}

  /**
   * Not every worker may have the secrets of a task; without them it is given to none.
   *
   * @param queue of the task
   * @param work null if nothing is done
   * @return empty if any worker will do
   */
  static String waitsFor(String queue, Work work) {
    return work == null || work.secretsOf() == null || !CollectionId.isName(queue)
        ? ""
        : "a worker of the queue '%s' whose token may have the secrets of the project '%s'"
            .formatted(queue, work.secretsOf());
  }
}
