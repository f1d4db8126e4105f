package io.millrace.engine.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * A reading of the steady clock. It never goes back and never stops: a minute takes a minute even
 * if the system clock is changed meanwhile.
 *
 * @param nanos the monotonic clock at that time
 */
record SteadyTime(Instant at, long nanos) {
  /** It slows down by one nanosecond in this many: 500 ppm. */
  private static final long SLEW = 2_000;

  /**
   * The next reading. A system clock that is ahead is followed at once. A system clock that is
   * behind was set back: the steady clock then adds the elapsed time, and slows down if the step
   * was small.
   *
   * @param absorbed the largest backward step that it absorbs; zero = any
   */
  SteadyTime next(Instant system, long nanosNow, Duration absorbed) {
    long elapsed = Math.max(0, nanosNow - nanos);
    Instant steady = at.plusNanos(elapsed);
    Duration ahead = Duration.between(system, steady);
    if (ahead.isNegative() || ahead.isZero()) {
      return new SteadyTime(system, nanos + elapsed);
    }
    boolean absorbs = absorbed.isZero() || ahead.compareTo(absorbed) <= 0;
    Duration most = Duration.ofNanos(absorbs ? elapsed / SLEW : 0);
    Duration slew = ahead.compareTo(most) < 0 ? ahead : most;
    return new SteadyTime(steady.minus(slew), nanos + elapsed);
  }
}
