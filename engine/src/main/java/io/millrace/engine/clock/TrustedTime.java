package io.millrace.engine.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * What the time is, for all that a node knows: the database's clock when it last looked, and the
 * time that passed since.
 *
 * @param at the right time
 * @param database what the database's clock showed
 * @param nanos the reading of a clock that never steps, at that time
 */
public record TrustedTime(Instant at, Instant database, long nanos) {

  /** What is to be thought of a node's clocks. */
  public enum ClockVerdict {
    /** The steady clock is right. */
    RIGHT,
    /** It is wrong, and the system's clock is right: it was wrong before, and was corrected. */
    CORRECTED,
    /** Both are wrong. */
    WRONG
  }

  /**
   * The database's clock counts, but for one case. If the steady clock was right, and the system's
   * clock agrees with the database's now, then both were set back together, as on one machine. The
   * time that passed is right then.
   *
   * @param most by how much clocks may differ
   */
  public TrustedTime afterReading(
      Instant steady, Instant system, Instant there, long nanosNow, Duration most) {
    boolean bothSetBack =
        differ(steady, there, most)
            && !differ(system, there, most)
            && !differ(steady, now(nanosNow), most);
    return new TrustedTime(bothSetBack ? steady : there, there, nanosNow);
  }

  /** At any moment between two looks. */
  public ClockVerdict judge(Instant steady, Instant system, long nanosNow, Duration most) {
    if (!differ(steady, now(nanosNow), most)) {
      return ClockVerdict.RIGHT;
    }
    return differ(system, now(nanosNow), most) ? ClockVerdict.WRONG : ClockVerdict.CORRECTED;
  }

  /** By how much this clock is ahead of the database's. */
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
