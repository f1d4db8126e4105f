package io.millrace.engine.flow;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.IntToLongFunction;

/** Simulates how a pool continues: tasks end, and waiting tasks get their channels. */
final class PoolProjection {
  /** A task that waits for that many others is estimated by the pace of the first ones. */
  private static final int MOST_STEPS = 5_000;

  private static final long NEVER = -1;

  private record Run(long end, int place) {}

  private final SystemChoice choice;
  private final int slots;
  private final int[] waiting;
  private final IntToLongFunction runTime;
  private final PriorityQueue<Run> runs = new PriorityQueue<>(Comparator.comparingLong(Run::end));
  private long now;

  /**
   * @param slots how many tasks can run at once, whatever the channels are
   * @param waiting the number of waiting tasks by the place of their system; this object lowers it
   * @param runTime draws how long a task of a system runs
   */
  PoolProjection(
      PoolConfig config, int slots, int[] waiting, IntToLongFunction runTime, Draw draw) {
    this.choice =
        new SystemChoice(config, new int[waiting.length], place -> waiting[place] > 0, draw);
    this.slots = slots;
    this.waiting = waiting;
    this.runTime = runTime;
  }

  /** A task of this system runs already, and ends after this time. */
  void addRun(int place, long left) {
    choice.granted(place);
    runs.add(new Run(left, place));
  }

  /** The times of the next starts of a system; negative for a start that never comes. */
  long[] starts(int system, int wanted) {
    long[] starts = new long[wanted];
    Arrays.fill(starts, NEVER);
    int started = 0;
    int steps = 0;
    while (started < wanted) {
      int place = runs.size() < slots ? choice.next() : SystemChoice.NONE;
      if (place != SystemChoice.NONE) {
        start(place);
        if (place == system) {
          starts[started++] = now;
        }
      } else if (runs.isEmpty()) {
        return starts;
      } else if (++steps > MOST_STEPS) {
        extrapolate(starts, started);
        return starts;
      } else {
        endNext();
      }
    }
    return starts;
  }

  private void start(int place) {
    choice.granted(place);
    waiting[place]--;
    runs.add(new Run(now + runTime.applyAsLong(place), place));
  }

  private void endNext() {
    Run ended = runs.remove();
    now = Math.max(now, ended.end());
    choice.released(ended.place());
  }

  private void extrapolate(long[] starts, int started) {
    for (int next = started; next < starts.length && started > 0; next++) {
      starts[next] = (long) (now * ((next + 1.0) / started));
    }
  }
}
