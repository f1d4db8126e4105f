package io.millrace.engine.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * Notices that this node did not run for a while: it was frozen, asleep, or collected garbage. Its
 * owner beats regularly; a beat that comes much too late is the end of a pause. What others did
 * meanwhile could not be heard, so a pause counts against nobody, and after it everybody has the
 * whole of his time again.
 */
public final class PauseDetector {
  /** If more beats than this are late, one after the other, it is the node that is slow. */
  private static final int PAUSES_IN_A_ROW = 3;

  private final Duration every;
  private final Duration longest;
  private Instant listeningSince;
  private Instant lastBeat;
  private int lateInARow;

  /**
   * @param every how often its owner beats
   * @param listeningSince silence before this counts against nobody
   */
  public PauseDetector(Duration every, Instant listeningSince, Instant now) {
    this.every = every;
    this.longest = every.multipliedBy(2);
    this.listeningSince = listeningSince;
    this.lastBeat = now;
  }

  /** The owner beats; how long the pause was that this ends, or zero. */
  public Duration beat(Instant now) {
    Duration gap = Duration.between(lastBeat, now);
    lastBeat = now;
    boolean isLate = gap.compareTo(longest) > 0;
    boolean standsStill = gap.compareTo(every.dividedBy(2)) < 0; // a clock that is moved by hand
    lateInARow = isLate ? lateInARow + 1 : standsStill ? lateInARow : 0;
    if (!isLate || lateInARow > PAUSES_IN_A_ROW) {
      return Duration.ZERO;
    }
    listeningSince = now;
    return gap.minus(every);
  }

  /**
   * Whether somebody was silent for longer than he may be. While a beat is overdue nobody was: a
   * pause may just have ended.
   */
  public boolean isSilentTooLong(Instant heardAt, Duration patience, Instant now) {
    Instant from = heardAt.isAfter(listeningSince) ? heardAt : listeningSince;
    return !now.isAfter(lastBeat.plus(longest)) && now.isAfter(from.plus(patience));
  }
}
