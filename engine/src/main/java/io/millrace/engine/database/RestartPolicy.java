package io.millrace.engine.database;

import io.millrace.engine.clock.Backoff;
import java.time.Duration;

/**
 * When an embedded server that ended by itself is started again: at once, then after growing
 * pauses, and never after too many ends in a row.
 *
 * @param pauses the pauses before the starts; there is none before the first
 * @param most how many ends in a row are followed by a start
 * @param inARow the ends so far, each soon after the start before it
 */
record RestartPolicy(Backoff pauses, int most, int inARow) {
  private static final Backoff PAUSES =
      Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(30));
  static final RestartPolicy DEFAULT = atMost(8);

  /** A server that ran this long was healthy. Its end is not part of a series. */
  static final Duration HEALTHY_AFTER = Duration.ofMinutes(1);

  static RestartPolicy atMost(int most) {
    return new RestartPolicy(PAUSES, most, 0);
  }

  /**
   * @param ran how long it ran; zero if it did not start
   */
  RestartPolicy afterEnd(Duration ran) {
    return new RestartPolicy(pauses, most, ran.compareTo(HEALTHY_AFTER) >= 0 ? 1 : inARow + 1);
  }

  boolean isGivenUp() {
    return inARow > most;
  }

  Duration pause() {
    return pauses.delayAfter(inARow - 1);
  }
}
