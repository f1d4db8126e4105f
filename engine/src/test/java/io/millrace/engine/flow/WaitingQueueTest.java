package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskPriority;
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

  private final WaitingQueue queue = new WaitingQueue(PoolConfig.ofChannels(1));

  private static WaitingTask task(TaskPriority priority, int minute) {
    return task(priority.name() + minute, priority, 60 * minute, null, null);
  }

  private static WaitingTask task(
      String name, TaskPriority priority, int second, Instant logicalTime, TaskOrder order) {
    Instant createdAt = HOUR.plusSeconds(second);
    return WaitingTask.builder()
        .attemptUid(UUID.randomUUID())
        .owner(name)
        .attemptNo(1)
        .system("DEFAULT")
        .queue(Task.NODES)
        .score(TaskPriority.score(priority.value(), createdAt))
        .createdAt(createdAt)
        .timeout(Duration.ofMinutes(1))
        .logicalTime(logicalTime)
        .order(order)
        .build();
  }

  /** A task in a line, created in that second. */
  private static WaitingTask inLine(String line, int place, int second) {
    return task(line + place, TaskPriority.LOW, second, HOUR, new TaskOrder(line, place));
  }

  private List<String> order() {
    List<String> order = new ArrayList<>();
    for (SystemQueue.QueuePlace next = queue.poll(0, SLOTS);
        next != null;
        next = queue.poll(0, SLOTS)) {
      order.add(next.task().owner());
    }
    return order;
  }

  @Test
  void urgencyComesFirstThenAge() {
    queue.add(task(TaskPriority.HIGH, 10));
    queue.add(task(TaskPriority.NOW, 20));
    queue.add(task(TaskPriority.HIGH, 5));
    queue.add(task(TaskPriority.LOW, 1));
    queue.add(task(TaskPriority.NOW, 15));
    assertThat(order()).containsExactly("NOW15", "NOW20", "HIGH5", "HIGH10", "LOW1");
  }

  @Test
  void ofEqualScoresTheEarliestLogicalTimeComesFirstThenTheFirstToCome() {
    queue.add(task("now", TaskPriority.HIGH, 5, null, null));
    queue.add(task("later", TaskPriority.HIGH, 5, HOUR.plusSeconds(7), null));
    queue.add(task("also now", TaskPriority.HIGH, 5, null, null));
    queue.add(task("earlier", TaskPriority.HIGH, 5, HOUR.plusSeconds(2), null));
    queue.add(task("as early", TaskPriority.HIGH, 5, HOUR.plusSeconds(2), null));
    queue.add(task("older", TaskPriority.HIGH, 4, HOUR.plusSeconds(8), null));
    assertThat(order()).containsExactly("older", "earlier", "as early", "now", "also now", "later");
  }

  @Test
  void tasksOfOneLineKeepItsOrderWheneverTheyWereCreated() {
    queue.add(inLine("a", 3, 0));
    queue.add(inLine("a", 1, 2));
    queue.add(inLine("a", 2, 1));
    queue.add(inLine("a", 0, 9));
    assertThat(order()).containsExactly("a0", "a1", "a2", "a3");
  }

  @Test
  void aLineTakesNoTurnFromOthers() {
    queue.add(inLine("a", 2, 0));
    queue.add(task("other", TaskPriority.LOW, 1, null, null));
    queue.add(inLine("b", 9, 2));
    queue.add(inLine("a", 1, 3));
    queue.add(inLine("b", 8, 4));
    assertThat(order()).containsExactly("a1", "other", "b8", "a2", "b9");
  }

  @Test
  void urgencyComesBeforeTheOrderOfALine() {
    TaskOrder second = new TaskOrder("a", 2);
    queue.add(inLine("a", 1, 0));
    queue.add(task("urgent", TaskPriority.HIGH, 9, HOUR, second));
    assertThat(order()).containsExactly("urgent", "a1");
  }

  @Test
  void aTaskThatLeavesALineTakesItsTurnAlong() {
    queue.add(inLine("a", 3, 0));
    WaitingTask first = inLine("a", 1, 1);
    queue.add(first);
    queue.add(task("other", TaskPriority.LOW, 2, null, null));
    queue.add(inLine("a", 2, 3));
    queue.remove(first.attemptUid());
    assertThat(order()).containsExactly("a2", "other", "a3");
  }

  @Test
  void anotherConfigChangesNoOrder() {
    queue.add(inLine("a", 2, 0));
    queue.add(inLine("a", 1, 1));
    queue.applyConfig(PoolConfig.ofChannels(2));
    assertThat(order()).containsExactly("a1", "a2");
  }

  @Test
  void oneThatAsksAgainKeepsItsPlace() {
    WaitingTask first = task(TaskPriority.NOW, 1);
    queue.add(first);
    queue.add(task(TaskPriority.NOW, 1));
    assertThat(queue.add(first)).isFalse();
    assertThat(queue.poll(0, SLOTS).task()).isEqualTo(first);
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void oneThatLeftIsGone() {
    WaitingTask task = task(TaskPriority.NOW, 1);
    queue.add(task);
    assertThat(queue.remove(task.attemptUid())).isTrue();
    assertThat(queue.remove(task.attemptUid())).isFalse();
    assertThat(queue.poll(0, SLOTS)).isNull();
  }
}
