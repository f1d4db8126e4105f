package io.millrace.engine.token;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.Uids;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * An attempt of a token to run its step, from the time it is queued until it ends.
 *
 * @param uid the fence: only reports that carry it count
 * @param no 1 for the first attempt of a run; higher for its retries
 * @param source of its task: the name of the job at that time
 * @param queue who can run it: see {@link Task#queue}
 */
public record TokenAttempt(
    UUID uid,
    int no,
    TaskReason reason,
    int priority,
    String source,
    String system,
    String pool,
    String queue,
    Duration timeout,
    Instant queuedAt) {

  /** From 0 to 1. It depends on the uid only, so a replay decides the same. */
  double jitterFraction() {
    return Uids.fraction(uid);
  }

  TaskId taskId(TokenId token) {
    return new TaskId(source, token.step(), uid);
  }

  /** The task of this attempt, in the state in which it is queued. */
  Task toTask(TokenId token) {
    return Task.queued(
        taskId(token),
        no,
        reason,
        priority,
        system,
        pool,
        queue,
        timeout,
        queuedAt,
        token.owner(),
        token.logicalTime());
  }
}
