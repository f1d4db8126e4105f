package io.millrace.engine.task;

import io.millrace.engine.task.Owner.UserSiteOwner;
import java.time.Duration;
import java.time.Instant;

/** A task as the history shows it. */
public record Task(
    TaskId id,
    TaskOrigin origin,
    TaskRoute route,
    TaskStatus status,
    TaskTimes times,
    TaskProgress progress,
    TaskResult result) {

  /** The queue of tasks that the nodes run themselves. */
  public static final String NODES = "";

  /** The queue of tasks that external callers run. No worker's queue has a slash in its name. */
  public static final String CALLER = "/caller";

  /** The source of tasks that external callers run. No source or site may have this name. */
  public static final String EXTERNAL = "external";

  /** A new task, in the state in which it is queued. */
  public static Task queued(
      TaskId id, TaskOrigin origin, TaskRoute route, Duration timeout, Instant at) {
    return new Task(
        id,
        origin,
        route,
        TaskStatus.SCHEDULED,
        TaskTimes.queued(at, timeout),
        TaskProgress.NONE,
        TaskResult.NONE);
  }

  public long score() {
    return TaskPriority.score(route.priority(), times.createdAt());
  }

  /** The token, the user-site or the external caller this task belongs to. */
  public String owner() {
    return origin.token() == null
        ? new UserSiteOwner(id.source(), id.collection()).text()
        : origin.token();
  }
}
