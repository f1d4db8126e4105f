package io.millrace.engine.database;

import java.time.Duration;

/**
 * When an embedded server that ended by itself is started again: at once, then after longer and
 * longer pauses, and no more when it has ended too often in a row.
 *
 * @param first the pause before the second start; it doubles with each one
 * @param most so many ends in a row are mended
 * @param inARow ends, each soon after the start before it
 */
record RestartPolicy(Duration first, int most, int inARow) {
  static final RestartPolicy DEFAULT = atMost(8);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** A server that ran for so long was well: what ends it then is another matter. */
  static final Duration HEALTHY_AFTER = Duration.ofMinutes(1);

  static RestartPolicy atMost(int most) {
    return new RestartPolicy(Duration.ofSeconds(1), most, 0);
  }

  /**
   * @param ran how long it did; zero if it did not start
   */
  RestartPolicy afterEnd(Duration ran) {
    return new RestartPolicy(first, most, ran.compareTo(HEALTHY_AFTER) >= 0 ? 1 : inARow + 1);
  }

  boolean isGivenUp() {
    return inARow > most;
  }

  Duration pause() {
    if (inARow <= 1) {
      return Duration.ZERO;
    }
    Duration pause = first;
    for (int end = 2; end < inARow && pause.compareTo(LONGEST) < 0; end++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
  }
}
