package io.millrace.engine.token;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;

/**
 * Something that a step waits for has happened.
 *
 * @param source its name among the arrivals of the step, see {@link
 *     io.millrace.engine.job.DownstreamStep#source}; each counts once
 * @param reason TRIGGER, or CATCH_UP; what follows a step has the reason of that step
 * @param output what the step that ended has to say, as JSON; null if it says nothing
 * @param version of the jobs that this follows from: whoever knows only older ones looks again
 * @param order where it stands among others that follow from the same; null if it does not matter
 */
public record Arrival(
    String source,
    TaskReason reason,
    JobPriority priority,
    String output,
    long version,
    TaskOrder order) {

  Urgency urgency() {
    return new Urgency(priority, reason, order);
  }
}
