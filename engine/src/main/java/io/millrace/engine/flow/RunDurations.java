package io.millrace.engine.flow;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long the last tasks of each system held their channel. */
final class RunDurations {
  static final int KEPT = 64;

  private final Map<String, Deque<Long>> bySystem = new HashMap<>();

  /** These leases end now. */
  void ended(Collection<Lease> leases, PoolConfig config, Instant now) {
    for (Lease lease : leases) {
      String system = config.listedSystem(lease.system());
      Deque<Long> times = bySystem.computeIfAbsent(system, name -> new ArrayDeque<>());
      if (times.size() == KEPT) {
        times.removeFirst();
      }
      times.addLast(Math.max(Duration.between(lease.grantedAt(), now).toMillis(), 0));
    }
  }

  /** The last times of a system in milliseconds, the newest last. */
  List<Long> of(String system) {
    return List.copyOf(bySystem.getOrDefault(system, new ArrayDeque<>(0)));
  }

  /** Forgets the systems that a new config does not have. */
  void applyConfig(PoolConfig config) {
    bySystem
        .keySet()
        .retainAll(config.sourceSystems().stream().map(SourceSystem::systemName).toList());
  }
}
