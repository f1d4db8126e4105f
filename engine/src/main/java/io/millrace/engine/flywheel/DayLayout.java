package io.millrace.engine.flywheel;

import java.util.Arrays;

/**
 * Distributes the users of one client after another over the slots of a pass. No two slots differ
 * by more than one user, neither for a client nor in total. The remainder of a client goes to the
 * slots that have the fewest users, evenly among them. Add the smallest client first: a few users
 * spread best while all slots are equal.
 */
final class DayLayout {
  /** Phases are fractions of this number, so that all arithmetic is in integers. */
  private static final int WHOLE = 1 << 20;

  /**
   * The golden section of {@link #WHOLE}: each step lands in the largest gap of the earlier ones.
   */
  private static final int GOLDEN = 648_055;

  private final boolean[] low;
  private int lowCount;
  private int phase;

  /**
   * @param step the place in the golden sequence to begin with, so that later layouts are shifted
   */
  DayLayout(int slots, int step) {
    this.low = new boolean[slots];
    this.phase = (int) ((long) step * GOLDEN % WHOLE);
    for (int slot = 0; slot < slots; slot++) {
      setLow(slot, true);
    }
  }

  /** Returns how many users of the next client each slot gets. */
  int[] next(int users) {
    int[] counts = new int[low.length];
    Arrays.fill(counts, users / low.length);
    int remainder = users % low.length;
    if (remainder < lowCount) {
      raise(remainder, counts);
    } else {
      raiseAll(remainder, counts);
    }
    phase = (phase + GOLDEN) % WHOLE;
    return counts;
  }

  /** Adds a user to that many of the low slots, evenly by their rank. These are no longer low. */
  private void raise(int count, int[] counts) {
    long size = lowCount;
    int done = 0;
    int rank = 0;
    for (int slot = 0; slot < low.length && done < count; slot++) {
      if (low[slot] && rank++ == ((long) done * WHOLE + phase) * size / ((long) count * WHOLE)) {
        counts[slot]++;
        setLow(slot, false);
        done++;
      }
    }
  }

  /** Adds a user to every low slot, so that all are equal. The rest goes to the other slots. */
  private void raiseAll(int count, int[] counts) {
    int rest = count - lowCount;
    boolean[] raised = low.clone();
    for (int slot = 0; slot < low.length; slot++) {
      counts[slot] += raised[slot] ? 1 : 0;
      setLow(slot, !raised[slot]);
    }
    raise(rest, counts);
    for (int slot = 0; slot < low.length; slot++) {
      setLow(slot, low[slot] || raised[slot]);
    }
  }

  private void setLow(int slot, boolean value) {
    if (low[slot] != value) {
      low[slot] = value;
      lowCount += value ? 1 : -1;
    }
  }
}
