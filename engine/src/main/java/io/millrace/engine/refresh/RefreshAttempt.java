package io.millrace.engine.refresh;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.Uids;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * The current attempt of a user-site, from the time it is queued until it ends.
 *
 * @param uid the fence: only reports that carry it count
 * @param no 1 for the first attempt of a series; higher for its retries
 * @param queue who can run it: see {@link Task#queue}
 * @param interrupted the booking that was in place when a person asked for this run amid a series.
 *     It is restored unless this run succeeds. Null if this attempt counts in its series
 */
public record RefreshAttempt(
    UUID uid,
    int no,
    TaskReason reason,
    int priority,
    String system,
    String pool,
    String queue,
    Duration timeout,
    Instant queuedAt,
    Booking interrupted) {

  public RefreshAttempt {
    queue = queue == null ? Task.NODES : queue; // events of the first releases have no queue
  }

  /** What follows if the attempt starts at that time and never reports. */
  Booking worstCaseBooking(Policy policy, Instant start) {
    return interrupted == null
        ? policy.bookAtStart(no, jitterFraction(), start)
        : policy.bookResumed(interrupted, null, start.plus(policy.timeout()));
  }

  /** From 0 to 1. It depends on the uid only, so a replay decides the same. */
  double jitterFraction() {
    return Uids.fraction(uid);
  }

  /**
   * The task of this attempt, in the state in which it is queued.
   *
   * @param plannedAt the time it was planned for; null if there is none
   */
  public Task toTask(String owner, Instant plannedAt) {
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
