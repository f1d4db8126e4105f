package io.millrace.engine.task;

import io.millrace.engine.task.Owner.UserSiteOwner;
import java.time.Duration;
import java.time.Instant;

/**
 * A task as the history shows it.
 *
 * @param queue who can run it: {@link #NODES}, {@link #CALLER}, or remote workers of this name
 * @param createdAt when it was queued
 * @param startedAt when a channel was granted; null before
 * @param finishedAt when it ended; null before
 * @param deadline when it times out; null before it starts
 * @param worker the worker that runs or ran it; empty before it starts
 * @param percent the progress that its worker reported; null if it reported none
 * @param userFriendlyStatus the progress in words, for the user; empty if none was reported
 * @param token its token; null if it belongs to a user-site or an external caller
 * @param logicalTime the logical or planned time of its work; null if it has none
 * @param output its result, as JSON; null if there is none
 */
public record Task(
    TaskId id,
    int attemptNo,
    TaskStatus status,
    TaskReason reason,
    int priority,
    String system,
    String pool,
    String queue,
    Duration timeout,
    Instant createdAt,
    Instant startedAt,
    Instant finishedAt,
    Instant deadline,
    String worker,
    String message,
    String userMessage,
    Integer percent,
    String userFriendlyStatus,
    String token,
    Instant logicalTime,
    String output) {

  /** The queue of tasks that the nodes run themselves. */
  public static final String NODES = "";

  /** The queue of tasks that external callers run. No worker's queue has a slash in its name. */
  public static final String CALLER = "/caller";

  /** The source of tasks that external callers run. No source or site may have this name. */
  public static final String EXTERNAL = "external";

  /** A new task, in the state in which it is queued. */
  public static Task queued(
      TaskId id,
      int attemptNo,
      TaskReason reason,
      int priority,
      String system,
      String pool,
      String queue,
      Duration timeout,
      Instant at) {
    return queued(id, attemptNo, reason, priority, system, pool, queue, timeout, at, null, null);
  }

  /** A new task of a token, or with a planned time. */
  public static Task queued(
      TaskId id,
      int attemptNo,
      TaskReason reason,
      int priority,
      String system,
      String pool,
      String queue,
      Duration timeout,
      Instant at,
      String token,
      Instant logicalTime) {
    return new Task(
        id,
        attemptNo,
        TaskStatus.SCHEDULED,
        reason,
        priority,
        system,
        pool,
        queue,
        timeout,
        at,
        null,
        null,
        null,
        "",
        "",
        "",
        null,
        "",
        token,
        logicalTime,
        null);
  }

  public long score() {
    return TaskPriority.score(priority, createdAt);
  }

  /** The token, the user-site or the external caller this task belongs to. */
  public String owner() {
    return token == null ? new UserSiteOwner(id.source(), id.collection()).text() : token;
  }
}
