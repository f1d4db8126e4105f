package io.millrace.engine.database;

import java.time.Duration;

/**
 * When an embedded server that ended by itself is started again: at once, then after growing
 * pauses, and never after too many ends in a row.
 *
 * @param first the pause before the second start; it doubles each time
 * @param most how many ends in a row are followed by a start
 * @param inARow the ends so far, each soon after the start before it
 */
record RestartPolicy(Duration first, int most, int inARow) {
  static final RestartPolicy DEFAULT = atMost(8);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

  /** A server that ran this long was healthy. Its end is not part of a series. */
  static final Duration HEALTHY_AFTER = Duration.ofMinutes(1);

  static RestartPolicy atMost(int most) {
    return new RestartPolicy(Duration.ofSeconds(1), most, 0);
  }

  /**
   * @param ran how long it ran; zero if it did not start
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
    for (int end = 2; end < inARow && pause.compareTo(MAX_PAUSE) < 0; end++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
  }
}
