package io.millrace.engine.flywheel;

import java.time.Duration;

/**
 * Pauses between two plans of users who come during the day. Each plan counts who has a place
 * already, which takes a second if there are a million. So it gets a twentieth of the time at most.
 */
final class NewUserPause {
  private static final int TIMES = 20;

  /** A shorter plan needs no pause: the flywheel looks once a second. */
  private static final long SHORT = Duration.ofMillis(500).toNanos();

  private volatile long pause;
  private volatile long since;

  /**
   * @param nanos of a clock that measures, such as {@link System#nanoTime}
   */
  boolean isOver(long nanos) {
    return pause == 0 || nanos - since >= pause;
  }

  /** A plan began and ended at these times. */
  void planned(long begun, long ended) {
    since = ended;
    pause = ended - begun > SHORT ? (ended - begun) * TIMES : 0;
  }
}
