package io.millrace.engine.policy;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The time by which an owner decides on a wake-up. */
public final class WakeTime {
  /** A clock that is further ahead is wrong. This node's clock then decides. */
  private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

  private WakeTime() {}

  /**
   * The node that wakes may be some milliseconds ahead of the owner's node. A due time that has
   * come there has come here too: otherwise the owner would do nothing until it is woken again.
   *
   * @param dueAt the due time that has come; absent if the sender does not say it
   */
  public static Instant of(@Nullable Instant dueAt, Instant now) {
    return dueAt != null && dueAt.isAfter(now) && !dueAt.isAfter(now.plus(MAX_AHEAD)) ? dueAt : now;
  }
}
