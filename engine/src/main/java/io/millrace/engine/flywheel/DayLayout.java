package io.millrace.engine.flywheel;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Distributes the users of one client after another over the slots of a pass. No two slots differ
 * by more than one user of a client. The remainder of a client goes to the slots that have the
 * fewest users in total, evenly among them. If every client is laid out once, no two slots differ
 * by more than one user in total. If clients come in batches, {@link PlanLeveler} sees to that. Add
 * the smallest client first: a few users spread best while all slots are equal.
 */
final class DayLayout {
  /** Phases are fractions of this number, so that all arithmetic is in integers. */
  private static final int WHOLE = 1 << 20;

  /**
   * The golden section of {@link #WHOLE}: each step lands in the largest gap of the earlier ones.
   */
  private static final int GOLDEN = 648_055;

  private final int[] total;
  private int phase;

  /**
   * @param total the users that each slot has already
   * @param step the place in the golden sequence to begin with, so that later layouts are shifted
   */
  DayLayout(int[] total, int step) {
    this.total = total.clone();
    this.phase = (int) ((long) step * GOLDEN % WHOLE);
  }

  /**
   * Returns how many more users of the next client each slot gets.
   *
   * @param before the users of that client that each slot has already; they are in the total
   */
  int[] next(int users, int[] before) {
    int level = level(users, before);
    int[] counts = Arrays.stream(before).map(had -> Math.max(0, level - had)).toArray();
    Arrays.setAll(total, slot -> total[slot] + counts[slot]);
    raise(users - Arrays.stream(counts).sum(), before, level, counts);
    phase = (phase + GOLDEN) % WHOLE;
    return counts;
  }

  /** The users that each slot has now. */
  int[] total() {
    return total.clone();
  }

  /** The highest number that every slot can reach with that many more users. */
  private static int level(int users, int[] before) {
    int level = Arrays.stream(before).min().orElse(0);
    int missing = users;
    while (true) {
      int low = level;
      int slots = (int) Arrays.stream(before).filter(had -> had <= low).count();
      int next = Arrays.stream(before).filter(had -> had > low).min().orElse(Integer.MAX_VALUE);
      int steps = Math.min(missing / slots, next - low);
      level += steps;
      missing -= steps * slots;
      if (steps < next - low) {
        return level;
      }
    }
  }

  /** Adds one more user to that many slots of the level, those with the fewest users first. */
  private void raise(int users, int[] before, int level, int[] counts) {
    int missing = users;
    while (missing > 0) {
      int[] slots =
          IntStream.range(0, total.length)
              .filter(slot -> before[slot] + counts[slot] == level)
              .toArray();
      int fewest = Arrays.stream(slots).map(slot -> total[slot]).min().orElseThrow();
      int[] lowest = Arrays.stream(slots).filter(slot -> total[slot] == fewest).toArray();
      int raised = Math.min(missing, lowest.length);
      for (int i = 0; i < raised; i++) {
        int rank = (int) (((long) i * WHOLE + phase) * lowest.length / ((long) raised * WHOLE));
        counts[lowest[rank]]++;
        total[lowest[rank]]++;
      }
      missing -= raised;
    }
  }
}
