package io.millrace.engine.refresh;

import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A recent decision of a user-site, kept to explain why it did or did not run.
 *
 * @param reason the reason of the request; absent if there was no request
 * @param plannedAt the planned time of the request; absent if it had none
 * @param detail the rule that blocked the refresh, or how the attempt ended and what follows
 */
public record PastDecision(
    Instant at,
    DecisionKind what,
    @Nullable TaskReason reason,
    @Nullable Instant plannedAt,
    String detail) {

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
