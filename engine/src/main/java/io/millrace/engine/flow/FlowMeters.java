package io.millrace.engine.flow;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The metrics of a pool, by system. */
public final class FlowMeters {
  /**
   * The values of a system's gauges. The gauges stay registered while the values change. If they
   * were registered again with each change, a scrape could see a gauge twice, which Prometheus
   * refuses.
   */
  private static final class SystemGauges {
    private volatile int running;
    private volatile int waiting;
    private volatile long oldestSeconds;
    private List<Gauge> gauges = List.of();
  }

  private final MeterRegistry registry;
  private final Tags pool;
  private final Counter steps;
  private final Map<String, SystemGauges> systems = new HashMap<>();

  public FlowMeters(MeterRegistry registry, String pool) {
    this.registry = registry;
    this.pool = Tags.of("pool", pool);
    steps =
        Counter.builder("millrace.flow.steps")
            .description("Admission steps stored; grants divided by steps is the batch size")
            .tags(this.pool)
            .register(registry);
  }

  void stepStored(AdmissionStep step, PoolConfig config) {
    steps.increment();
    for (Lease lease : step.moved().granted()) {
      boolean reserved = step.reserved().contains(lease.attemptUid());
      Counter.builder("millrace.flow.grants")
          .description("Channels granted, on a reserve or by the draw")
          .tags(pool.and("system", system(config, config.systemIndex(lease.system()))))
          .tag("by", reserved ? "reserve" : "draw")
          .register(registry)
          .increment();
    }
  }

  /** Updates the gauges of all systems. */
  void update(PoolConfig config, int[] inUse, WaitingQueue queue, Instant now) {
    Set<String> gone = new HashSet<>(systems.keySet());
    for (int place = 0; place < inUse.length; place++) {
      SystemGauges values = systems.computeIfAbsent(system(config, place), this::register);
      WaitingTask first = queue.systemQueue(place).oldest();
      values.running = inUse[place];
      values.waiting = queue.systemQueue(place).size();
      values.oldestSeconds =
          first == null ? 0 : Duration.between(first.createdAt(), now).toSeconds();
      gone.remove(system(config, place));
    }
    gone.forEach(this::remove); // after the new ones, so that each metric always has a gauge
  }

  /** Removes all gauges: another node hosts the pool now. */
  void removeAll() {
    Set.copyOf(systems.keySet()).forEach(this::remove);
  }

  private SystemGauges register(String system) {
    SystemGauges values = new SystemGauges();
    values.gauges =
        List.of(
            gauge("running", "Channels in use", system, values, gauges -> gauges.running),
            gauge(
                "waiting",
                "Tasks that wait for a channel",
                system,
                values,
                gauges -> gauges.waiting),
            gauge(
                "oldest.seconds",
                "How long the first task has waited for a channel",
                system,
                values,
                gauges -> gauges.oldestSeconds));
    return values;
  }

  private Gauge gauge(
      String name,
      String description,
      String system,
      SystemGauges values,
      ToDoubleFunction<SystemGauges> value) {
    return Gauge.builder("millrace.flow." + name, values, value)
        .description(description)
        .tags(pool.and("system", system))
        .strongReference(true)
        .register(registry);
  }

  private void remove(String system) {
    SystemGauges gone = systems.remove(system);
    if (gone != null) {
      gone.gauges.forEach(registry::remove);
    }
  }

  private static String system(PoolConfig config, int place) {
    return config.sourceSystems().get(place).systemName();
  }
}
