package io.millrace.engine.flow;

import java.util.HashMap;
import java.util.Map;

/** How often each system was drawn since the config is as it is: its share can be compared. */
final class Grants {
  private final Map<String, Long> drawn = new HashMap<>();

  void add(Step step, PoolConfig config) {
    for (Lease lease : step.moved().granted()) {
      if (!step.reserved().contains(lease.attemptUid())) {
        int place = config.place(lease.system());
        drawn.merge(config.sourceSystems().get(place).systemName(), 1L, Long::sum);
      }
    }
  }

  long drawn(String system) {
    return drawn.getOrDefault(system, 0L);
  }

  /** Another config is in force. */
  void clear() {
    drawn.clear();
  }
}
