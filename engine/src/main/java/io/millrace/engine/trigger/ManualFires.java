package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import java.time.Instant;
import java.util.List;

/** Fires that somebody asks for: of a trigger's times, those in a range that are due. */
public final class ManualFires {
  /** At a time. */
  public static final int MOST = 100_000;

  private ManualFires() {}

  /** At most one more than {@link #MOST}. */
  public static List<Instant> times(Trigger trigger, Instant first, Instant last, Instant now) {
    Instant due = now.minus(trigger.offset());
    Instant until = last.isBefore(due) ? last : due;
    return new FireTimeRange(trigger, first.minusNanos(1), until).oldest(MOST + 1);
  }
}
