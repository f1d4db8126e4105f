package io.millrace.engine.refresh;

import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Reason;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.Uids;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * The one current attempt of a user-site, from the moment it is queued until it ended.
 *
 * @param uid the fence: only reports that carry it count
 * @param no 1 for the first of a refresh, more for its retries
 * @param queue who can run it: see {@link Task#queue}
 */
public record Attempt(
    UUID uid,
    int no,
    Reason reason,
    int priority,
    String system,
    String pool,
    String queue,
    Duration timeout,
    Instant queuedAt) {

  public Attempt {
    queue = queue == null ? Task.NODES : queue; // as in the first releases
  }

  /** From 0 to 1, the same for the same attempt: what is replayed decides the same. */
  double random() {
    return Uids.fraction(uid);
  }

  /**
   * The task this attempt is, as it stands when it is queued.
   *
   * @param plannedAt the time it was planned for; null if it was not
   */
  public Task task(String owner, Instant plannedAt) {
    CollectionId id = CollectionId.parse(owner);
    return Task.queued(
        new TaskId(id.source(), id.collection(), uid),
        no,
        reason,
        priority,
        system,
        pool,
        queue,
        timeout,
        queuedAt,
        null,
        plannedAt);
  }
}
