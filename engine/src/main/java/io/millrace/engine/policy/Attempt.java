package io.millrace.engine.policy;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskOrigin;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskRoute;
import io.millrace.engine.task.Uids;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a user-site or a token, from the time it is queued until it ends. It is stored in
 * this flat form. {@link #of} and the methods that start with "with" name its parts.
 *
 * @param uid the fence: only reports that carry it count
 * @param no 1 for the first attempt of a series; higher for its retries
 * @param source of the task of a token: the name of its job at that time; absent for a user-site
 * @param queue who can run it: see {@link TaskRoute}
 * @param interrupted the booking of a user-site that was in place when a person asked for this run
 *     amid a series. It is restored unless this run succeeds. Absent if this attempt counts in its
 *     series
 */
public record Attempt(
    UUID uid,
    int no,
    TaskReason reason,
    int priority,
    @Nullable String source,
    String system,
    String pool,
    String queue,
    Duration timeout,
    Instant queuedAt,
    @Nullable Booking interrupted) {

  public static AttemptBuilder builder() {
    return new AttemptBuilder();
  }

  public AttemptBuilder toBuilder() {
    return new AttemptBuilder(this);
  }

  public Attempt {
    queue = queue == null ? Task.NODES : queue; // events of the first releases have no queue
  }

  public static Attempt of(
      UUID uid, int no, TaskReason reason, TaskRoute route, Duration timeout, Instant queuedAt) {
    return builder()
        .uid(uid)
        .no(no)
        .reason(reason)
        .priority(route.priority())
        .system(route.system())
        .pool(route.pool())
        .queue(route.queue())
        .timeout(timeout)
        .queuedAt(queuedAt)
        .build();
  }

  public Attempt withSource(String job) {
    return toBuilder().source(job).build();
  }

  /**
   * @param booking absent if this attempt counts in its series
   */
  public Attempt withInterrupted(@Nullable Booking booking) {
    return toBuilder().interrupted(booking).build();
  }

  public TaskRoute route() {
    return new TaskRoute(priority, system, pool, queue);
  }

  /** What follows if the attempt starts at that time and never reports. */
  public Booking worstCaseBooking(Policy policy, Instant start) {
    return interrupted == null
        ? policy.bookAtStart(no, jitterFraction(), start)
        : policy.bookResumed(interrupted, null, start.plus(policy.timeout()));
  }

  /** From 0 to 1. It depends on the uid only, so a replay decides the same. */
  public double jitterFraction() {
    return Uids.fraction(uid);
  }

  /**
   * The task of this attempt, in the state in which it is queued.
   *
   * @param token absent for a user-site
   * @param logicalTime the logical or planned time of its work; absent if it has none
   */
  public Task toTask(TaskId id, @Nullable String token, @Nullable Instant logicalTime) {
    TaskOrigin origin = new TaskOrigin(no, reason, token, logicalTime);
    return Task.queued(id, origin, route(), timeout, queuedAt);
  }
}
