package io.millrace.engine.token;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import org.jspecify.annotations.Nullable;

/**
 * How urgent a run is, and its reason. Downstream runs inherit it.
 *
 * @param order its place among runs with the same cause; absent if the order does not matter
 */
public record Urgency(JobPriority priority, TaskReason reason, @Nullable TaskOrder order) {
  /** A person runs one token. */
  public static final Urgency BY_HAND = new Urgency(JobPriority.HIGH, TaskReason.MANUAL, null);

  /** A person reruns a range of tokens. */
  public static final Urgency RANGE = new Urgency(JobPriority.BACKFILL, TaskReason.MANUAL, null);

  /** For one token of a rerun range. The earliest logical time starts first. */
  public static Urgency ofRange(TokenId token) {
    TaskOrder order = new TaskOrder(Long.toString(token.job()), token.logicalTime().toEpochMilli());
    return new Urgency(RANGE.priority, RANGE.reason, order);
  }

  /** The more urgent of the two. On a tie it is this one, unless only the other has an order. */
  Urgency moreUrgent(Urgency other) {
    int compared = other.priority.compareTo(priority);
    return compared > 0 || (compared == 0 && order == null && other.order != null) ? other : this;
  }
}
