package io.millrace.engine.token;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import org.jspecify.annotations.Nullable;

/**
 * An event that a step waits for: a trigger fired, or an upstream step ended.
 *
 * @param source its name among the dependencies of the step, see {@link
 *     io.millrace.engine.job.DownstreamStep#source}; each counts once
 * @param reason TRIGGER or CATCH_UP; a downstream step inherits the reason of its upstream step
 * @param output the output of the upstream step, as JSON; absent if there is none
 * @param version of the jobs that the sender knew; a node with older jobs reads them again
 * @param order its place among arrivals with the same cause; absent if the order does not matter
 */
public record Arrival(
    String source,
    TaskReason reason,
    JobPriority priority,
    @Nullable String output,
    long version,
    @Nullable TaskOrder order) {

  Urgency urgency() {
    return new Urgency(priority, reason, order);
  }
}
