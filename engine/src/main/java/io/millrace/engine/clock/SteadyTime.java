package io.millrace.engine.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * What a steady clock showed, and when. It never goes back and never stands still: what is due in a
 * minute is due after a minute, whatever is done to the system's clock meanwhile.
 *
 * @param nanos the reading of a clock that never steps, at that time
 */
record SteadyTime(Instant at, long nanos) {
  /** It gives way by one nanosecond in so many: 500 ppm. */
  private static final long SLEW = 2_000;

  /**
   * The next reading. A system's clock that is ahead is followed at once. One that is behind was
   * set back: this goes on by the time that passed, and gives way slowly if the step was small.
   *
   * @param absorbed the largest step that it gives way to; zero = any
   */
  SteadyTime next(Instant system, long nanosNow, Duration absorbed) {
    long elapsed = Math.max(0, nanosNow - nanos);
    Instant steady = at.plusNanos(elapsed);
    Duration ahead = Duration.between(system, steady);
    if (ahead.isNegative() || ahead.isZero()) {
      return new SteadyTime(system, nanos + elapsed);
    }
    boolean givesWay = absorbed.isZero() || ahead.compareTo(absorbed) <= 0;
    Duration most = Duration.ofNanos(givesWay ? elapsed / SLEW : 0);
    Duration slew = ahead.compareTo(most) < 0 ? ahead : most;
    return new SteadyTime(steady.minus(slew), nanos + elapsed);
  }
}
