package io.millrace.engine.flow;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What operators see of a pool, by system. */
public final class FlowMeters {
  private final MeterRegistry registry;
  private final Tags pool;
  private final MultiGauge running;
  private final MultiGauge waiting;
  private final MultiGauge oldest;
  private final Counter steps;

  public FlowMeters(MeterRegistry registry, String pool) {
    this.registry = registry;
    this.pool = Tags.of("pool", pool);
    running = gauge("millrace.flow.running", "Channels in use");
    waiting = gauge("millrace.flow.waiting", "Tasks that wait for a channel");
    oldest = gauge("millrace.flow.oldest.seconds", "How long the first of them has waited");
    steps =
        Counter.builder("millrace.flow.steps")
            .description("Admission steps stored; grants per step is the batching")
            .tags(this.pool)
            .register(registry);
  }

  private MultiGauge gauge(String name, String description) {
    return MultiGauge.builder(name).description(description).tags(pool).register(registry);
  }

  void moved(Step step, PoolConfig config) {
    steps.increment();
    for (Lease lease : step.moved().granted()) {
      boolean reserved = step.reserved().contains(lease.attemptUid());
      Counter.builder("millrace.flow.grants")
          .description("Channels granted, on a reserve or drawn")
          .tags(pool.and(system(config, config.place(lease.system()))))
          .tag("by", reserved ? "reserve" : "draw")
          .register(registry)
          .increment();
    }
  }

  /** How it is now, for each system. */
  void now(PoolConfig config, int[] inUse, WaitingQueue queue, Instant now) {
    List<Row<?>> runs = new ArrayList<>();
    List<Row<?>> waits = new ArrayList<>();
    List<Row<?>> ages = new ArrayList<>();
    for (int place = 0; place < inUse.length; place++) {
      Tags system = system(config, place);
      Waiting first = queue.line(place).oldest();
      runs.add(Row.of(system, inUse[place]));
      waits.add(Row.of(system, queue.line(place).size()));
      ages.add(
          Row.of(system, first == null ? 0 : Duration.between(first.createdAt(), now).toSeconds()));
    }
    running.register(runs, true);
    waiting.register(waits, true);
    oldest.register(ages, true);
  }

  private static Tags system(PoolConfig config, int place) {
    return Tags.of("system", config.sourceSystems().get(place).systemName());
  }
}
