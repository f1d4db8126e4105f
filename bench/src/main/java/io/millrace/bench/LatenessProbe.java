package io.millrace.bench;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Tasks that are due at regular times, spread evenly over the period, and how late they start. */
final class LatenessProbe {
  private static final Instant BASE = Instant.parse("2026-01-01T00:00:00Z");

  private final int tasks;
  private final Duration period;
  private final Clock clock = Clock.systemUTC();
  private final Queue<Double> late = new ConcurrentLinkedQueue<>();
  private volatile boolean measuring;

  LatenessProbe(int tasks, Duration period) {
    this.tasks = tasks;
    this.period = period;
  }

  /** The first time at which a task is due. */
  Instant first(int task) {
    return BASE.plusMillis(period.toMillis() * task / tasks);
  }

  Instant nextAfter(int task, Instant time) {
    long periods = Duration.between(first(task), time).dividedBy(period);
    return first(task).plus(period.multipliedBy(periods + 1));
  }

  /** Call it when a task starts. */
  void started(int task) {
    if (measuring) {
      Instant now = clock.instant();
      Instant due = nextAfter(task, now).minus(period);
      late.add(due.until(now, ChronoUnit.NANOS) / 1e6);
    }
  }

  /** In milliseconds, the shortest first. */
  double[] run(int unmeasured, int seconds) throws InterruptedException {
    TimeUnit.SECONDS.sleep(unmeasured);
    measuring = true;
    TimeUnit.SECONDS.sleep(seconds);
    measuring = false;
    double[] sorted = late.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    long expected = tasks * (seconds / period.toSeconds());
    if (sorted.length < expected * 0.98) {
      System.out.printf(
          "  %,d starts, but about %,d were due: it could not keep up%n", sorted.length, expected);
    }
    return sorted;
  }
}
