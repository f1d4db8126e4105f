package io.millrace.engine.task;

import io.millrace.engine.task.Owner.UserSiteOwner;
import java.time.Duration;
import java.time.Instant;

/**
 * A task as its history knows it.
 *
 * @param queue who can run it: {@link #NODES}, {@link #CALLER}, or remote workers of this name
 * @param createdAt when it was queued
 * @param startedAt when a channel was granted; null before
 * @param finishedAt when it ended; null before
 * @param deadline when it times out; null before it starts
 * @param worker who runs it or ran it; empty before it starts
 * @param percent how much of it is done, as its worker says; null if it has not said
 * @param userFriendlyStatus how it goes, for the person whose data it is; empty if nobody has said
 * @param token the token it belongs to; null if it belongs to a user-site or an external caller
 * @param logicalTime the time its work is for; null if it is for no time in particular
 * @param output what it found, as JSON; null if it has nothing to say
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

  /** The queue of what the nodes run themselves. */
  public static final String NODES = "";

  /** The queue of what is done by whoever asked for the channel; no worker's queue has a slash. */
  public static final String CALLER = "/caller";

  /**
   * The source of tasks that others do, who asked for a channel; no source or site is called so.
   */
  public static final String EXTERNAL = "external";

  /** As it stands when it is queued. */
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

  /** The same, of a token. */
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
