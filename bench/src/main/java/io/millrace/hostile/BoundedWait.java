package io.millrace.hostile;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits, always with an end. */
final class BoundedWait {
  private static final long BETWEEN_LOOKS_MILLIS = 100;

  private BoundedWait() {}

  static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }

  /** Whether it was so within that time. */
  static boolean until(Duration most, Callable<Boolean> so) throws Exception {
    long end = System.nanoTime() + most.toNanos();
    while (!so.call()) {
      if (System.nanoTime() > end) {
        return false;
      }
      millis(BETWEEN_LOOKS_MILLIS);
    }
    return true;
  }
}
