package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The logical times of a trigger after {@code after}, up to and including {@code last}. There may
 * be millions of them, so no method holds more than the caller asked for.
 */
record FireTimeRange(Trigger trigger, Instant after, Instant last) {
  /** Above this number, times are no longer counted exactly. */
  static final int MOST_COUNTED = 1_000_000;

  /** To find the newest n times, a part with n to {@code SEARCH_FACTOR * n} times will do. */
  private static final int SEARCH_FACTOR = 4;

  /** The times of a trigger that are due at {@code now}. */
  static FireTimeRange due(Trigger trigger, Instant after, Instant now) {
    return new FireTimeRange(trigger, after, now.minus(trigger.offset()));
  }

  /** The times from the start of the trigger up to and including {@code last}. */
  static FireTimeRange fromStart(Trigger trigger, Instant last) {
    return new FireTimeRange(trigger, trigger.start().minusNanos(1), last);
  }

  Optional<Instant> first() {
    return next(after);
  }

  private Optional<Instant> next(Instant time) {
    return trigger.nextAfter(time).filter(next -> !next.isAfter(last));
  }

  /** Returns the first n times. */
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
   * Returns the last n times, in order. Schedules only look forward, so this searches for the place
   * to begin: first by a guess, which is right for regular times, then by halving.
   */
  List<Instant> newest(int n) {
    List<Instant> times = oldest(SEARCH_FACTOR * n);
    if (times.size() < SEARCH_FACTOR * n) {
      return lastOf(times, n);
    }
    Instant tooEarly = after;
    Instant tooLate = last;
    Duration gap = Duration.between(times.get(0), times.get(1));
    Instant from = later(last.minus(gap.multipliedBy(2L * n)), after);
    while (true) {
      times = new FireTimeRange(trigger, from, last).oldest(SEARCH_FACTOR * n);
      if (times.size() == SEARCH_FACTOR * n) {
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

  /** Returns how many times there are, at most {@link #MOST_COUNTED}. */
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
