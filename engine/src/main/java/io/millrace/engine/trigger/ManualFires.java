package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import java.time.Instant;
import java.util.List;

/** Fires that somebody asks for: the due times of a trigger within a range. */
public final class ManualFires {
  /** The limit of one request. */
  public static final int MOST = 100_000;

  private ManualFires() {}

  /** Returns at most {@link #MOST} + 1 times, so that a caller can tell that there are too many. */
  public static List<Instant> times(Trigger trigger, Instant first, Instant last, Instant now) {
    Instant due = now.minus(trigger.offset());
    Instant until = last.isBefore(due) ? last : due;
    return new FireTimeRange(trigger, first.minusNanos(1), until).oldest(MOST + 1);
  }
}
