package io.millrace.engine.token;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.Uids;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * An attempt of a token to run its step, from the moment it is queued until it ended.
 *
 * @param uid the fence: only reports that carry it count
 * @param no 1 for the first of a run, more for its retries
 * @param source of its task: the job as it was called then
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

  /** From 0 to 1, the same for the same attempt: what is replayed decides the same. */
  double jitterFraction() {
    return Uids.fraction(uid);
  }

  TaskId taskId(TokenId token) {
    return new TaskId(source, token.step(), uid);
  }

  /** The task this attempt is, as it stands when it is queued. */
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
