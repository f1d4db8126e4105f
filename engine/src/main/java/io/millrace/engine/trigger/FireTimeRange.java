package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The logical times of a trigger strictly after one time, up to and with another. There may be
 * millions of them: nothing here holds more than was asked for.
 */
record FireTimeRange(Trigger trigger, Instant after, Instant last) {
  /** They are counted exactly up to so many. */
  static final int MOST_COUNTED = 1_000_000;

  /** To find the newest n, any part with at least n and at most so many times n will do. */
  private static final int ENOUGH = 4;

  /** Those of a trigger that are due at that time. */
  static FireTimeRange due(Trigger trigger, Instant after, Instant by) {
    return new FireTimeRange(trigger, after, by.minus(trigger.offset()));
  }

  /** From its start on, up to and with {@code last}. */
  static FireTimeRange fromStart(Trigger trigger, Instant last) {
    return new FireTimeRange(trigger, trigger.start().minusNanos(1), last);
  }

  Optional<Instant> first() {
    return next(after);
  }

  private Optional<Instant> next(Instant time) {
    return trigger.nextAfter(time).filter(next -> !next.isAfter(last));
  }

  /** The first so many of them. */
  List<Instant> oldest(int n) {
    List<Instant> times = new ArrayList<>();
    Optional<Instant> time = first();
    while (time.isPresent() && times.size() < n) {
      times.add(time.get());
      time = next(time.get());
    }
    return times;
  }

  /**
   * The last so many of them, in order. Schedules only look forward, so the right place to begin is
   * searched for: by a guess, which hits if they are regular, and then by halving.
   */
  List<Instant> newest(int n) {
    List<Instant> times = oldest(ENOUGH * n);
    if (times.size() < ENOUGH * n) {
      return lastOf(times, n);
    }
    Instant tooEarly = after;
    Instant tooLate = last;
    Duration gap = Duration.between(times.get(0), times.get(1));
    Instant from = later(last.minus(gap.multipliedBy(2L * n)), after);
    while (true) {
      times = new FireTimeRange(trigger, from, last).oldest(ENOUGH * n);
      if (times.size() == ENOUGH * n) {
        tooEarly = from;
      } else if (times.size() < n) {
        tooLate = from;
      } else {
        return lastOf(times, n);
      }
      from = tooEarly.plus(Duration.between(tooEarly, tooLate).dividedBy(2));
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static List<Instant> lastOf(List<Instant> times, int n) {
    return List.copyOf(times.subList(Math.max(0, times.size() - n), times.size()));
  }

  /** How many there are, at most {@link #MOST_COUNTED}. */
  int count() {
    int counted = 0;
    Optional<Instant> time = first();
    while (time.isPresent() && counted < MOST_COUNTED) {
      counted++;
      time = next(time.get());
    }
    return counted;
  }
}
