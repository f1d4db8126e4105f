package io.millrace.bench;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Asks for tasks at an even pace, whatever becomes of them, and times each until it starts. */
final class LatencyProbe {
  private final int rate;
  private final int tasks;
  private final int unmeasured;
  private final ConcurrentHashMap<Integer, Long> askedAt = new ConcurrentHashMap<>();
  private final long[] took;
  private final CountDownLatch left;

  /**
   * @param rate tasks a second
   * @param unmeasured seconds at the start, while everything gets warm
   */
  LatencyProbe(int rate, int seconds, int unmeasured) {
    this.rate = rate;
    this.tasks = rate * (seconds + unmeasured);
    this.unmeasured = rate * unmeasured;
    this.took = new long[tasks];
    this.left = new CountDownLatch(tasks);
  }

  int tasks() {
    return tasks;
  }

  /** Call it when a task starts. */
  void started(int task) {
    long now = System.nanoTime();
    took[task] = now - askedAt.getOrDefault(task, now);
    left.countDown();
  }

  /** The measured times in milliseconds, the shortest first. */
  double[] run(IntConsumer ask) throws InterruptedException {
    long start = System.nanoTime();
    for (int task = 0; task < tasks; task++) {
      long at = start + TimeUnit.SECONDS.toNanos(1) * task / rate;
      while (System.nanoTime() < at) {
        LockSupport.parkNanos(at - System.nanoTime());
      }
      askedAt.put(task, System.nanoTime());
      ask.accept(task);
    }
    if (!left.await(2, TimeUnit.MINUTES)) {
      throw new IllegalStateException(left.getCount() + " tasks never started");
    }
    return Arrays.stream(took, unmeasured, tasks).mapToDouble(t -> t / 1e6).sorted().toArray();
  }

  static double print(String name, double[] sorted) {
    System.out.printf(
        "  %-58s p50 %7.1f ms   p95 %7.1f ms   p99 %7.1f ms   most %7.1f ms%n",
        name, at(sorted, 50), at(sorted, 95), at(sorted, 99), sorted[sorted.length - 1]);
    return at(sorted, 50);
  }

  private static double at(double[] sorted, int percent) {
    return sorted[(int) Math.ceil(sorted.length * percent / 100.0) - 1];
  }
}
