package io.millrace.engine.flow;

import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Helpers for tests of a pool. */
final class PoolKit {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final Draw NO_DRAW_MATTERS = most -> 1;

  private PoolKit() {}

  static WaitingTask task(String system, long score) {
    return task(system, score, Task.NODES);
  }

  static WaitingTask task(String system, long score, String queue) {
    return WaitingTask.builder()
        .attemptUid(UUID.randomUUID())
        .owner("bank/accounts")
        .attemptNo(1)
        .system(system)
        .queue(queue)
        .score(score)
        .createdAt(NOW)
        .timeout(Duration.ofMinutes(10))
        .build();
  }

  static WaitingQueue queue(PoolConfig config, WaitingTask... tasks) {
    WaitingQueue queue = new WaitingQueue(config);
    List.of(tasks).forEach(queue::add);
    return queue;
  }

  /** Free slots by node. */
  static Slots nodes(Map<String, Integer> free) {
    return new Slots(free, List.of());
  }
}
