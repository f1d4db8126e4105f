package io.millrace.engine.flywheel;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the n rounds in a day that refresh all users of a client: the minutes of the day from
 * {@code from} until before {@code until}.
 *
 * @param number 1 to n
 */
record Pass(int number, int from, int until) {
  /** The first minute of a plan: 01:00 UTC. */
  static final int FIRST = 60;

  /** The end of the day. */
  static final int END = 24 * 60;

  /** The minutes of a plan; also the most refreshes a day. */
  static final int MINUTES = END - FIRST;

  int length() {
    return until - from;
  }

  /** Returns the rest of each pass from that minute on. Passes that are over are left out. */
  static List<Pass> remaining(int n, int from) {
    List<Pass> passes = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      int first = Math.max(from, FIRST + k * MINUTES / n);
      int until = FIRST + (k + 1) * MINUTES / n;
      if (first < until) {
        passes.add(new Pass(k + 1, first, until));
      }
    }
    return passes;
  }

  /** Returns the first minute that can still be planned: never the current one, which may run. */
  static int firstPlannableMinute(LocalDate date, Instant now) {
    long minute = ChronoUnit.MINUTES.between(midnight(date), now);
    boolean begun = !now.isBefore(midnight(date));
    return begun ? (int) Math.min(END, Math.max(FIRST, minute + 1)) : FIRST;
  }

  static Instant at(LocalDate date, int minute) {
    return midnight(date).plus(minute, ChronoUnit.MINUTES);
  }

  static LocalDate date(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  static int minute(Instant at) {
    return (int) ChronoUnit.MINUTES.between(midnight(date(at)), at);
  }

  private static Instant midnight(LocalDate date) {
    return date.atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
