package io.millrace.engine.simulate;

import java.time.Duration;

/**
 * How long tasks waited: how many, percentiles and the maximum. Times are counted in classes that
 * are at most 3 % wide, so that any number of tasks takes the same memory.
 */
public final class WaitingTimes {
  /** The classes of each power of two. */
  private static final int CLASSES = 32;

  /** Shorter times have a class each. */
  private static final int EXACT = CLASSES;

  private static final int BITS = Integer.numberOfTrailingZeros(CLASSES);

  private final long[] counts = new long[(Long.SIZE - BITS) * CLASSES];
  private final long lateMillis;
  private long count;
  private long late;
  private long max;

  /**
   * @param lateAfter a task that waited longer started late
   */
  public WaitingTimes(Duration lateAfter) {
    this.lateMillis = lateAfter.toMillis();
  }

  public void add(long millis) {
    counts[place(millis)]++;
    count++;
    late += millis > lateMillis ? 1 : 0;
    max = Math.max(max, millis);
  }

  private static int place(long millis) {
    if (millis < EXACT) {
      return (int) Math.max(0, millis);
    }
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(millis) - BITS;
    return (power + 1) * CLASSES + (int) (millis >>> power) - CLASSES;
  }

  /** The longest time of a class. */
  private static long end(int place) {
    if (place < EXACT) {
      return place;
    }
    int power = place / CLASSES - 1;
    return ((long) (place % CLASSES + CLASSES + 1) << power) - 1;
  }

  public long count() {
    return count;
  }

  public long late() {
    return late;
  }

  public long max() {
    return max;
  }

  /**
   * The time that this part of the tasks did not exceed.
   *
   * @param part from 0 to 1
   */
  public long percentile(double part) {
    long wanted = (long) Math.ceil(part * count);
    long seen = 0;
    for (int place = 0; place < counts.length; place++) {
      seen += counts[place];
      if (seen >= wanted && seen > 0) {
        return Math.min(end(place), max);
      }
    }
    return 0;
  }
}
