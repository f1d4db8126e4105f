package io.millrace.engine.external;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A channel that somebody wants, to do the work himself. Valid by construction: {@link
 * ChannelReader} makes it.
 *
 * @param system whose share of the pool it uses
 * @param taskToken how he calls it; with it he asks again, and releases it
 * @param callbackUrl who is told of the grant; empty if nobody is
 * @param lease how long he may be silent once he has it
 */
public record ChannelRequest(
    String pool,
    String executionName,
    String system,
    String taskToken,
    String callbackUrl,
    Duration lease,
    TaskPriority priority) {

  /** The task that this request is. */
  Task toTask(UUID attemptUid, Instant now) {
    return Task.queued(
        new TaskId(Task.EXTERNAL, executionName, attemptUid),
        1,
        TaskReason.REQUEST,
        priority.value(),
        system,
        pool,
        Task.CALLER,
        lease,
        now);
  }
}
