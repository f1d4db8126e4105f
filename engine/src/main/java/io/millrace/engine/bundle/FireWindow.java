package io.millrace.engine.bundle;

import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts fires between two times. It takes a bounded number of steps in all, however often it is
 * asked.
 */
final class FireWindow {
  /** The steps for all fires together. */
  private static final int MOST_STEPS = 1_000_000;

  private final Instant from;
  private final Instant until;
  private final Map<String, Long> counted = new HashMap<>();
  private int steps;

  FireWindow(Instant from, Duration length) {
    this.from = from;
    this.until = from.plus(length);
  }

  Instant from() {
    return from;
  }

  Instant until() {
    return until;
  }

  /** Whether every fire was counted so far. */
  boolean isComplete() {
    return steps < MOST_STEPS;
  }

  /**
   * The next fire in the window.
   *
   * @param nextAfter the first fire strictly after a time
   * @param last the fire before; absent for the first one
   */
  @Nullable Instant next(Function<Instant, Optional<Instant>> nextAfter, @Nullable Instant last) {
    if (!isComplete()) {
      return null;
    }
    steps++;
    return nextAfter
        .apply(last == null ? from.minusMillis(1) : last)
        .filter(time -> time.isBefore(until))
        .orElse(null);
  }

  /** How often a schedule fires in the window. Equal schedules are counted once. */
  long count(@Nullable Schedule schedule) {
    if (schedule == null) {
      return 0;
    }
    Long known = counted.get(schedule.text());
    if (known == null) {
      known = schedule instanceof IntervalSchedule interval ? interval(interval) : each(schedule);
      counted.put(schedule.text(), known);
    }
    return known;
  }

  private long interval(IntervalSchedule schedule) {
    Instant first = schedule.nextAfter(from.minusMillis(1)).orElse(until);
    return first.isBefore(until)
        ? Duration.between(first, until.minusNanos(1)).dividedBy(schedule.every()) + 1
        : 0;
  }

  long each(Schedule schedule) {
    return each(schedule::nextAfter);
  }

  long each(Function<Instant, Optional<Instant>> nextAfter) {
    long fires = 0;
    for (Instant at = next(nextAfter, null); at != null; at = next(nextAfter, at)) {
      fires++;
    }
    return fires;
  }
}
