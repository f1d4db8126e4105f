package io.millrace.engine.flow;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** What operators see of a pool. */
public final class FlowMeters {
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Counter grants;
  private final Counter steps;

  public FlowMeters(MeterRegistry registry, String pool) {
    Gauge.builder("millrace.flow.running", running, AtomicInteger::get)
        .description("Channels in use")
        .tag("pool", pool)
        .register(registry);
    Gauge.builder("millrace.flow.waiting", waiting, AtomicInteger::get)
        .description("Tasks that wait for a channel")
        .tag("pool", pool)
        .register(registry);
    grants =
        Counter.builder("millrace.flow.grants")
            .description("Channels granted")
            .tag("pool", pool)
            .register(registry);
    steps =
        Counter.builder("millrace.flow.steps")
            .description("Admission steps stored; grants per step is the batching")
            .tag("pool", pool)
            .register(registry);
  }

  void moved(Moved moved) {
    steps.increment();
    grants.increment(moved.granted().size());
  }

  void running(int n) {
    running.set(n);
  }

  void waiting(int n) {
    waiting.set(n);
  }
}
