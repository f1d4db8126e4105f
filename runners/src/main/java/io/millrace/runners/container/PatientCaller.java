package io.millrace.runners.container;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Repeats calls while the engine is away, for it may be restarting, and containers may survive
 * that.
 *
 * @param limit how long the engine may be away
 */
record PatientCaller(Duration limit) {
  private static final long PAUSE_MILLIS = 250;

  /**
   * @throws RuntimeException the last fault of the engine, once it was away for too long
   */
  <T> T call(Supplier<T> call) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      try {
        return call.get();
      } catch (RuntimeException fault) {
        if (!EngineFault.isAway(fault) || System.nanoTime() - end > 0) {
          throw fault;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
  }
}
