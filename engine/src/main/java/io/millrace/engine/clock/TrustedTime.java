package io.millrace.engine.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * The best estimate of the true time: the last reading of the database clock, plus the time elapsed
 * since.
 *
 * @param at the estimated true time
 * @param database the database clock at that time
 * @param nanos the monotonic clock at that time
 */
public record TrustedTime(Instant at, Instant database, long nanos) {

  /** The verdict on a node's clocks. */
  public enum ClockVerdict {
    /** The steady clock is right. */
    RIGHT,
    /** The steady clock is wrong; the system clock was wrong too, and was corrected. */
    CORRECTED,
    /** Both are wrong. */
    WRONG
  }

  /**
   * The database clock counts, with one exception. If the steady clock was right and the system
   * clock now agrees with the database clock, both were set back together, as on one machine. Then
   * the steady clock counts.
   *
   * @param databaseNow the reading of the database clock
   * @param most by how much clocks may differ
   */
  public TrustedTime afterReading(
      Instant steady, Instant system, Instant databaseNow, long nanosNow, Duration most) {
    boolean bothSetBack =
        differ(steady, databaseNow, most)
            && !differ(system, databaseNow, most)
            && !differ(steady, now(nanosNow), most);
    return new TrustedTime(bothSetBack ? steady : databaseNow, databaseNow, nanosNow);
  }

  /** Judges the clocks at any time between two readings of the database clock. */
  public ClockVerdict judge(Instant steady, Instant system, long nanosNow, Duration most) {
    if (!differ(steady, now(nanosNow), most)) {
      return ClockVerdict.RIGHT;
    }
    return differ(system, now(nanosNow), most) ? ClockVerdict.WRONG : ClockVerdict.CORRECTED;
  }

  /** By how much a clock is ahead of the database clock. */
  public Duration offset(Instant clock, long nanosNow) {
    return Duration.between(database.plusNanos(nanosNow - nanos), clock);
  }

  private Instant now(long nanosNow) {
    return at.plusNanos(nanosNow - nanos);
  }

  private static boolean differ(Instant one, Instant other, Duration most) {
    return Duration.between(one, other).abs().compareTo(most) > 0;
  }
}
