package io.millrace.engine.refresh;

import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.Locale;

/**
 * Something a user-site decided, kept for a while so that it can say why.
 *
 * @param reason why it was asked to; null if nobody asked
 * @param plannedAt the time it was asked for; null if it was for no time in particular
 * @param detail the rule that kept it from refreshing, how an attempt ended, what comes next
 */
public record PastDecision(
    Instant at, DecisionKind what, TaskReason reason, Instant plannedAt, String detail) {

  /** What was decided. */
  public enum DecisionKind {
    QUEUED,
    SKIPPED,
    ENDED,
    SAVED,
    DISABLED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
