package io.millrace.engine.token;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.Reason;

/** How urgent a run is, and why there is one; what follows it inherits both. */
public record Urgency(JobPriority priority, Reason reason) {
  /** A person wants this one run. */
  public static final Urgency BY_HAND = new Urgency(JobPriority.HIGH, Reason.MANUAL);

  /** A person wants a whole range to run again. */
  public static final Urgency RANGE = new Urgency(JobPriority.BACKFILL, Reason.MANUAL);

  /** The more urgent one; this one if they are equally so. */
  Urgency or(Urgency other) {
    return other.priority.compareTo(priority) > 0 ? other : this;
  }
}
