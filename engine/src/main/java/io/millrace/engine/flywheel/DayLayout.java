package io.millrace.engine.flywheel;

import java.util.Arrays;

/**
 * Lays the users of one client after another into the slots of a pass, so that no slot ever has
 * more than one user more than another: not of a client, and not of all clients so far. What a
 * client has beyond a multiple of the slots goes to slots that have the least, evenly among them.
 * Give it the smallest client first: a few users are spread best while all slots are equal.
 */
final class DayLayout {
  /** Phases are parts of this, so that everything is computed in whole numbers. */
  private static final int WHOLE = 1 << 20;

  /** The golden section of it: each step goes into the largest gap that the ones before left. */
  private static final int GOLDEN = 648_055;

  private final boolean[] low;
  private int lows;
  private int phase;

  /**
   * @param step which part of a slot's distance to begin with; a later step begins elsewhere
   */
  DayLayout(int slots, int step) {
    this.low = new boolean[slots];
    this.phase = (int) ((long) step * GOLDEN % WHOLE);
    for (int slot = 0; slot < slots; slot++) {
      setLow(slot, true);
    }
  }

  /** How many users of the next client each slot gets. */
  int[] next(int users) {
    int[] counts = new int[low.length];
    Arrays.fill(counts, users / low.length);
    int rest = users % low.length;
    if (rest < lows) {
      raise(rest, counts);
    } else {
      raiseAll(rest, counts);
    }
    phase = (phase + GOLDEN) % WHOLE;
    return counts;
  }

  /** One more for so many of the low slots, evenly by their rank; those are not low any more. */
  private void raise(int many, int[] counts) {
    long size = lows;
    int done = 0;
    int rank = 0;
    for (int slot = 0; slot < low.length && done < many; slot++) {
      if (low[slot] && rank++ == ((long) done * WHOLE + phase) * size / ((long) many * WHOLE)) {
        counts[slot]++;
        setLow(slot, false);
        done++;
      }
    }
  }

  /** One more for every low slot; all are equal then, and what is left goes to the others. */
  private void raiseAll(int many, int[] counts) {
    int left = many - lows;
    boolean[] raised = low.clone();
    for (int slot = 0; slot < low.length; slot++) {
      counts[slot] += raised[slot] ? 1 : 0;
      setLow(slot, !raised[slot]);
    }
    raise(left, counts);
    for (int slot = 0; slot < low.length; slot++) {
      setLow(slot, low[slot] || raised[slot]);
    }
  }

  private void setLow(int slot, boolean value) {
    if (low[slot] != value) {
      low[slot] = value;
      lows += value ? 1 : -1;
    }
  }
}
