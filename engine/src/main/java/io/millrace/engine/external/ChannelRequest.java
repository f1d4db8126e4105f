package io.millrace.engine.external;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskOrigin;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskRoute;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * The request of an external caller for a channel. {@link ChannelReader} validates it.
 *
 * @param system whose share of the pool it uses
 * @param taskToken chosen by the caller, who uses it to repeat and to release the request
 * @param callbackUrl called when the channel is granted; empty if there is none
 * @param lease how long the caller may be silent while it holds the channel
 */
public record ChannelRequest(
    String pool,
    String executionName,
    String system,
    String taskToken,
    String callbackUrl,
    Duration lease,
    TaskPriority priority) {

  /** The task of this request. */
  Task toTask(UUID attemptUid, Instant now) {
    return Task.queued(
        new TaskId(Task.EXTERNAL, executionName, attemptUid),
        new TaskOrigin(1, TaskReason.REQUEST, null, null),
        new TaskRoute(priority.value(), system, pool, Task.CALLER),
        lease,
        now);
  }
}
