package io.millrace.engine.token;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;

/**
 * How urgent a run is, and why there is one; what follows it inherits all of it.
 *
 * @param order where it stands among others that follow from the same; null if it does not matter
 */
public record Urgency(JobPriority priority, TaskReason reason, TaskOrder order) {
  /** A person wants this one run. */
  public static final Urgency BY_HAND = new Urgency(JobPriority.HIGH, TaskReason.MANUAL, null);

  /** A person wants a whole range to run again. */
  public static final Urgency RANGE = new Urgency(JobPriority.BACKFILL, TaskReason.MANUAL, null);

  /** The same for one token of the range: the earliest starts first. */
  public static Urgency ofRange(TokenId token) {
    TaskOrder order = new TaskOrder(Long.toString(token.job()), token.logicalTime().toEpochMilli());
    return new Urgency(RANGE.priority, RANGE.reason, order);
  }

  /** The more urgent one; of equally urgent ones this one, unless only the other has an order. */
  Urgency moreUrgent(Urgency other) {
    int compared = other.priority.compareTo(priority);
    return compared > 0 || (compared == 0 && order == null && other.order != null) ? other : this;
  }
}
