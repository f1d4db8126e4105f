package io.millrace.engine.flow;

import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A task that waits for a channel.
 *
 * @param queue who can run it: see {@link Task#queue}
 */
public record Waiting(
    UUID attemptUid,
    String owner,
    int attemptNo,
    String system,
    String queue,
    long score,
    Instant createdAt,
    Duration timeout) {

  public static Waiting of(Task task) {
    return new Waiting(
        task.id().attemptUid(),
        task.owner(),
        task.attemptNo(),
        task.system(),
        task.queue(),
        task.score(),
        task.createdAt(),
        task.timeout());
  }

  /** The channel this task gets: from now on it runs, and this is when it must have ended. */
  Lease granted(String worker, Instant now) {
    return new Lease(attemptUid, owner, attemptNo, system, worker, now, now.plus(timeout));
  }
}
