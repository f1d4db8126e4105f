package io.millrace.engine.simulate;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Leaves the processors to others. Java ignores the priorities of threads on Linux, so a thread of
 * low priority has to rest by itself. It notices that others need the processors when it got one
 * for a part of its time only.
 *
 * @param nanos a clock, in nanoseconds
 * @param cpuNanos how much of that time this thread had a processor
 */
record ProcessorShare(LongSupplier nanos, LongSupplier cpuNanos, Rest rest) {
  /** Shorter work is too short to see who else works. */
  static final Duration LEAST_WORK = Duration.ofMillis(100);

  /** It rests for so many times as long as it worked. */
  static final int REST = 3;

  /** Nobody else needs a processor if it had one for this part of the time. */
  private static final double ALONE = 0.9;

  /** Waits for a while. */
  @FunctionalInterface
  interface Rest {
    void sleep(Duration time);
  }

  /** The share of the thread that calls. */
  static ProcessorShare ofThisThread() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    boolean isKnown = threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
    return new ProcessorShare(
        System::nanoTime,
        isKnown ? threads::getCurrentThreadCpuTime : () -> 0, // then it always rests
        ProcessorShare::sleep);
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Begins to work. */
  WorkSpell begin() {
    return new WorkSpell();
  }

  /** Work without a rest. */
  final class WorkSpell {
    private long began = nanos.getAsLong();
    private long beganCpu = cpuNanos.getAsLong();

    /** Called between two pieces of work: rests if others need the processors. */
    void pause() {
      long worked = nanos.getAsLong() - began;
      if (worked < LEAST_WORK.toNanos()) {
        return;
      }
      if (cpuNanos.getAsLong() - beganCpu < ALONE * worked) {
        rest.sleep(Duration.ofNanos(worked * REST));
      }
      resume();
    }

    /** What was since the last pause was no work, such as an answer from a database. */
    void resume() {
      began = nanos.getAsLong();
      beganCpu = cpuNanos.getAsLong();
    }
  }
}
