package io.millrace.engine.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * Detects that this node did not run for a while: it was frozen, suspended, or collecting garbage.
 * The caller beats regularly; a beat that comes far too late ends a pause. Messages of others could
 * not arrive during a pause. The pause therefore does not count as their silence, and they get
 * their full time again.
 */
public final class PauseDetector {
  /** If more consecutive beats are late than this, the node is slow rather than paused. */
  private static final int PAUSES_IN_A_ROW = 3;

  private final Duration every;
  private final Duration longest;
  private Instant listeningSince;
  private Instant lastBeat;
  private int lateInARow;

  /**
   * @param every the interval between two beats
   * @param listeningSince silence before this time does not count
   */
  public PauseDetector(Duration every, Instant listeningSince, Instant now) {
    this.every = every;
    this.longest = every.multipliedBy(2);
    this.listeningSince = listeningSince;
    this.lastBeat = now;
  }

  /** Beats. Returns the length of the pause that this beat ends, or zero. */
  public Duration beat(Instant now) {
    Duration gap = Duration.between(lastBeat, now);
    lastBeat = now;
    boolean isLate = gap.compareTo(longest) > 0;
    boolean standsStill = gap.compareTo(every.dividedBy(2)) < 0; // only with a manual clock
    lateInARow = isLate ? lateInARow + 1 : standsStill ? lateInARow : 0;
    if (!isLate || lateInARow > PAUSES_IN_A_ROW) {
      return Duration.ZERO;
    }
    listeningSince = now;
    return gap.minus(every);
  }

  /**
   * Whether another party was silent for too long. The answer is no while a beat is overdue,
   * because a pause may just have ended.
   */
  public boolean isSilentTooLong(Instant lastMessageAt, Duration patience, Instant now) {
    Instant from = lastMessageAt.isAfter(listeningSince) ? lastMessageAt : listeningSince;
    return !now.isAfter(lastBeat.plus(longest)) && now.isAfter(from.plus(patience));
  }
}
