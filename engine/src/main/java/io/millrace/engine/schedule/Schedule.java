package io.millrace.engine.schedule;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** When something fires, as a pure function: it reads no clock and keeps no state. */
public interface Schedule {

  /** The first fire strictly after {@code t}; empty if there is none. */
  Optional<Instant> nextAfter(Instant t);

  /** The canonical text of this schedule. {@link #parse} turns it back into an equal schedule. */
  String text();

  /**
   * Parses {@code 0 0 6,16 * * ?}, {@code @daily in Europe/London gap skip overlap both}, {@code
   * every 2h from 2026-01-01T00:00:00Z} or {@code fresh 6h}.
   *
   * @throws io.millrace.engine.input.InvalidInputException if it is none of them
   */
  static Schedule parse(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (word.startsWith("fresh ")) {
      return FreshSchedule.parse(text);
    }
    return word.startsWith("every ") ? IntervalSchedule.parse(text) : CronSchedule.parse(text);
  }
}
