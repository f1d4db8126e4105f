package io.millrace.runners.container;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Repeats calls while the engine is away, for it may be restarting, and containers may survive
 * that.
 */
final class PatientCaller {
  private static final long PAUSE_MILLIS = 250;

  private final Duration limit;
  private final BooleanSupplier canceled;
  private volatile boolean wasAway;

  /**
   * @param limit how long the engine may be away
   * @param canceled whether the answer is no longer needed
   */
  PatientCaller(Duration limit, BooleanSupplier canceled) {
    this.limit = limit;
    this.canceled = canceled;
  }

  /**
   * @throws RuntimeException the last fault of the engine, once it was away for too long
   */
  <T> T call(Supplier<T> call) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      try {
        return call.get();
      } catch (RuntimeException fault) {
        if (!EngineFault.isAway(fault)) {
          throw fault;
        }
        wasAway = true;
        if (System.nanoTime() - end > 0 || canceled.getAsBoolean()) {
          throw fault;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
  }

  /** Whether the engine was away during one of the calls. */
  boolean wasAway() {
    return wasAway;
  }
}
