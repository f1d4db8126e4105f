package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskPriority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks arrive in any order, leave and are granted; the pool dies and rereads the history. */
class TurnOrderPropertiesTest {
  private static final Instant FIRST = Instant.parse("2026-03-01T12:00:00Z");
  private static final int LINES = 3;

  static IntStream seeds() {
    return IntStream.rangeClosed(1, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noneStartsWhileAnEarlierOneOfItsLineAndUrgencyWaits(int seed) {
    Random random = new Random(seed);
    List<WaitingTask> unborn = tasks(random);
    Map<UUID, WaitingTask> stored = new HashMap<>();
    WaitingQueue queue = new WaitingQueue(PoolConfig.ofChannels(1));
    int granted = 0;
    int left = 0;
    int all = unborn.size();
    while (granted + left < all) {
      switch (random.nextInt(12)) {
        case 0 -> queue = recovered(stored, random);
        case 1 -> queue.applyConfig(PoolConfig.ofChannels(1 + random.nextInt(3)));
        case 2 -> left += leaves(queue, stored, random);
        case 3, 4, 5, 6, 7 -> {
          if (!unborn.isEmpty()) {
            WaitingTask task = unborn.remove(unborn.size() - 1);
            stored.put(task.attemptUid(), task);
            queue.add(task);
          }
        }
        default -> {
          SystemQueue.QueuePlace place = queue.poll(0, PoolKit.nodes(Map.of("w", 1)));
          if (place != null) {
            WaitingTask next = place.task();
            stored.remove(next.attemptUid());
            assertThat(stored.values()).noneMatch(other -> isBefore(other, next));
            granted++;
          }
        }
      }
      assertThat(queue.size()).isEqualTo(stored.size());
    }
  }

  private static boolean isBefore(WaitingTask one, WaitingTask other) {
    boolean together =
        one.order() != null
            && other.order() != null
            && one.order().line().equals(other.order().line())
            && TaskPriority.of(one.score()) == TaskPriority.of(other.score());
    boolean moreUrgent = TaskPriority.of(one.score()) > TaskPriority.of(other.score());
    return moreUrgent || (together && one.order().place() < other.order().place());
  }

  private static WaitingQueue recovered(Map<UUID, WaitingTask> stored, Random random) {
    WaitingQueue queue = new WaitingQueue(PoolConfig.ofChannels(1));
    List<WaitingTask> read = new ArrayList<>(stored.values());
    Collections.shuffle(read, random);
    read.forEach(queue::add);
    return queue;
  }

  private static int leaves(WaitingQueue queue, Map<UUID, WaitingTask> stored, Random random) {
    if (stored.isEmpty()) {
      return 0;
    }
    List<UUID> all = new ArrayList<>(stored.keySet());
    UUID one = all.get(random.nextInt(all.size()));
    stored.remove(one);
    assertThat(queue.remove(one)).isTrue();
    return 1;
  }

  private static List<WaitingTask> tasks(Random random) {
    List<WaitingTask> tasks = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Instant createdAt = FIRST.plusSeconds(random.nextInt(20));
      int line = random.nextInt(LINES + 1);
      TaskPriority priority = TaskPriority.values()[random.nextInt(2)];
      tasks.add(
          WaitingTask.builder()
              .attemptUid(new UUID(random.nextLong(), random.nextLong()))
              .owner("token")
              .attemptNo(1)
              .system("DEFAULT")
              .queue(Task.NODES)
              .score(TaskPriority.score(priority.value(), createdAt))
              .createdAt(createdAt)
              .timeout(Duration.ofMinutes(1))
              .logicalTime(FIRST.plusSeconds(random.nextInt(10)))
              .order(line == LINES ? null : new TaskOrder("line" + line, random.nextInt(100) - 50))
              .build());
    }
    return tasks;
  }
}
