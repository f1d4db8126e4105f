package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WaitingQueueTest {
  private static final Instant HOUR = Instant.parse("2021-03-10T22:00:00Z");

  private static final Slots SLOTS = PoolKit.nodes(Map.of("w", 100));

  private static Waiting task(Priority priority, int minute) {
    return new Waiting(
        UUID.randomUUID(),
        priority.name() + minute + "/c",
        1,
        "DEFAULT",
        Task.NODES,
        Priority.score(priority.value(), HOUR.plusSeconds(60L * minute)),
        HOUR.plusSeconds(60L * minute),
        Duration.ofMinutes(1));
  }

  @Test
  void urgencyComesFirstThenAge() {
    WaitingQueue queue = new WaitingQueue(PoolConfig.ofChannels(1));
    queue.add(task(Priority.HIGH, 10));
    queue.add(task(Priority.NOW, 20));
    queue.add(task(Priority.HIGH, 5));
    queue.add(task(Priority.LOW, 1));
    queue.add(task(Priority.NOW, 15));
    List<String> order = new ArrayList<>();
    for (Waiting next = queue.poll(0, SLOTS); next != null; next = queue.poll(0, SLOTS)) {
      order.add(next.owner());
    }
    assertThat(order).containsExactly("NOW15/c", "NOW20/c", "HIGH5/c", "HIGH10/c", "LOW1/c");
  }

  @Test
  void oneThatAsksAgainKeepsItsPlace() {
    WaitingQueue queue = new WaitingQueue(PoolConfig.ofChannels(1));
    Waiting first = task(Priority.NOW, 1);
    queue.add(first);
    queue.add(task(Priority.NOW, 1));
    assertThat(queue.add(first)).isFalse();
    assertThat(queue.poll(0, SLOTS)).isEqualTo(first);
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void oneThatLeftIsGone() {
    WaitingQueue queue = new WaitingQueue(PoolConfig.ofChannels(1));
    Waiting task = task(Priority.NOW, 1);
    queue.add(task);
    assertThat(queue.remove(task.attemptUid())).isTrue();
    assertThat(queue.remove(task.attemptUid())).isFalse();
    assertThat(queue.poll(0, SLOTS)).isNull();
  }
}
