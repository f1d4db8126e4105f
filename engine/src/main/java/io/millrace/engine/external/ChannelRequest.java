package io.millrace.engine.external;

import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Reason;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A channel that somebody wants, to do the work himself. Valid by construction: {@link
 * ChannelReader} makes it.
 *
 * @param taskToken how he calls it; with it he asks again, and releases it
 * @param callbackUrl who is told of the grant; empty if nobody is
 * @param lease how long he may be silent once he has it
 */
public record ChannelRequest(
    String pool,
    String executionName,
    String taskToken,
    String callbackUrl,
    Duration lease,
    Priority priority) {

  /** Whose share of the pool it uses: what the name begins with, up to the first underscore. */
  String system() {
    int end = executionName.indexOf('_');
    return end > 0 ? executionName.substring(0, end) : executionName;
  }

  /** The task that this request is. */
  Task task(UUID attemptUid, Instant now) {
    return Task.queued(
        new TaskId(Task.EXTERNAL, executionName, attemptUid),
        1,
        Reason.REQUEST,
        priority.value(),
        system(),
        pool,
        Task.CALLER,
        lease,
        now);
  }
}
