package io.millrace.http.server;

import java.time.Duration;

/**
 * How fast a body must come: all of it within a time, and after a while at a rate.
 *
 * @param rate bytes a second; 0 = any
 */
record BodyPace(Duration within, long rate) {
  /** A body that has just begun owes nothing. */
  static final Duration GRACE = Duration.ofSeconds(5);

  boolean isTooSlow(long bytes, Duration elapsed) {
    long owed = Math.max(0, elapsed.minus(GRACE).toMillis()) * rate / 1000;
    return elapsed.compareTo(within) >= 0 || bytes < owed;
  }
}
