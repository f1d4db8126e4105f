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

/** What operators see of a pool, by system. */
public final class FlowMeters {
  /**
   * How a system stands; its gauges look here, and stay registered while it changes. A gauge that
   * were registered again at each change would be there twice for whoever reads at that moment, and
   * Prometheus refuses that.
   */
  private static final class SystemGauges {
    private volatile int running;
    private volatile int waiting;
    private volatile long oldestSeconds;
    private List<Gauge> gauges;
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
            .description("Admission steps stored; grants per step is the batching")
            .tags(this.pool)
            .register(registry);
  }

  void stepStored(AdmissionStep step, PoolConfig config) {
    steps.increment();
    for (Lease lease : step.moved().granted()) {
      boolean reserved = step.reserved().contains(lease.attemptUid());
      Counter.builder("millrace.flow.grants")
          .description("Channels granted, on a reserve or drawn")
          .tags(pool.and("system", system(config, config.systemIndex(lease.system()))))
          .tag("by", reserved ? "reserve" : "draw")
          .register(registry)
          .increment();
    }
  }

  /** How it is now, for each system. */
  void update(PoolConfig config, int[] inUse, WaitingQueue queue, Instant now) {
    Set<String> gone = new HashSet<>(systems.keySet());
    for (int place = 0; place < inUse.length; place++) {
      SystemGauges standing = systems.computeIfAbsent(system(config, place), this::register);
      WaitingTask first = queue.systemQueue(place).oldest();
      standing.running = inUse[place];
      standing.waiting = queue.systemQueue(place).size();
      standing.oldestSeconds =
          first == null ? 0 : Duration.between(first.createdAt(), now).toSeconds();
      gone.remove(system(config, place));
    }
    gone.forEach(this::remove); // after the new ones, so that no name is ever without a gauge
  }

  /** The pool lives elsewhere now, and is counted there. */
  void removeAll() {
    Set.copyOf(systems.keySet()).forEach(this::remove);
  }

  private SystemGauges register(String system) {
    SystemGauges standing = new SystemGauges();
    standing.gauges =
        List.of(
            gauge("running", "Channels in use", system, standing, of -> of.running),
            gauge("waiting", "Tasks that wait for a channel", system, standing, of -> of.waiting),
            gauge(
                "oldest.seconds",
                "How long the first of them has waited",
                system,
                standing,
                of -> of.oldestSeconds));
    return standing;
  }

  private Gauge gauge(
      String name,
      String description,
      String system,
      SystemGauges standing,
      ToDoubleFunction<SystemGauges> value) {
    return Gauge.builder("millrace.flow." + name, standing, value)
        .description(description)
        .tags(pool.and("system", system))
        .strongReference(true)
        .register(registry);
  }

  private void remove(String system) {
    systems.remove(system).gauges.forEach(registry::remove);
  }

  private static String system(PoolConfig config, int place) {
    return config.sourceSystems().get(place).systemName();
  }
}
