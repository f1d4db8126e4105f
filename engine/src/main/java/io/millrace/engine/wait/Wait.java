package io.millrace.engine.wait;

import io.millrace.engine.task.Blocker;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What something waits for, and until when.
 *
 * @param text the same in a sentence
 * @param rule the rule that blocks it; empty unless the blocker is {@link Blocker#RULE}
 * @param until when the blocker ends by itself; absent if nobody knows
 * @param queued its place in a pool; absent if it is in no pool
 */
public record Wait(
    Blocker blocker,
    String text,
    String rule,
    @Nullable Instant until,
    @Nullable QueuedWait queued) {

  /**
   * The place of a task in the queue of a pool.
   *
   * @param system whose share it uses, as the pool's config names it
   * @param queue of its workers; empty if nodes run it, or an external caller
   * @param before how many tasks are granted before it
   * @param channels of the pool
   */
  public record QueuedWait(
      String pool, String system, String queue, int before, int channels, LikelyStart start) {}

  /**
   * When a task will probably start.
   *
   * @param likely half of the starts are earlier; absent if nothing can be said
   * @param late nine of ten starts are earlier; absent if nothing can be said
   * @param whyNot why nothing can be said, as a word; empty if something can
   */
  public record LikelyStart(@Nullable Instant likely, @Nullable Instant late, String whyNot) {}

  /** Something that is in no pool. */
  public static Wait of(Blocker blocker, String text, @Nullable Instant until) {
    return new Wait(blocker, text, "", until, null);
  }

  /** A rule blocks it. */
  public static Wait ofRule(String rule, String text, @Nullable Instant until) {
    return new Wait(Blocker.RULE, text, rule, until, null);
  }
}
