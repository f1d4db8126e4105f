package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How many tasks come before a task is how many are really granted before it. */
class QueuePositionTest {
  private static final PoolConfig CONFIG = PoolConfig.ofChannels(1);
  private static final Slots NODES = PoolKit.nodes(Map.of("w", Integer.MAX_VALUE));

  static IntStream seeds() {
    return IntStream.rangeClosed(1, 50);
  }

  private static int before(WaitingQueue queue, UUID uid, int most) {
    return queue.before(queue.place(uid), workers -> workers.name().equals(Task.NODES), most);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void tasksAreGrantedInTheOrderOfTheirPositions(int seed) {
    Random random = new Random(seed);
    WaitingQueue queue = new WaitingQueue(CONFIG);
    List<UUID> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      WaitingTask task = task(random);
      queue.add(task);
      all.add(task.attemptUid());
    }
    for (int i = 0; i < 15; i++) {
      queue.remove(all.remove(random.nextInt(all.size())));
      QueuePositionTest.poll(queue, all);
    }
    Map<UUID, Integer> positions = new HashMap<>();
    all.forEach(uid -> positions.put(uid, before(queue, uid, 100)));
    for (int granted = 0; !all.isEmpty(); granted++) {
      assertThat(positions.get(poll(queue, all))).isEqualTo(granted);
    }
  }

  private static UUID poll(WaitingQueue queue, List<UUID> all) {
    UUID uid = queue.poll(0, NODES).task().attemptUid();
    all.remove(uid);
    return uid;
  }

  private static WaitingTask task(Random random) {
    int line = random.nextInt(3);
    TaskOrder order = line == 2 ? null : new TaskOrder("line" + line, random.nextInt(50));
    return PoolKit.task("DEFAULT", random.nextInt(5)).toBuilder()
        .logicalTime(Instant.ofEpochSecond(random.nextInt(10)))
        .order(order)
        .build();
  }

  @Test
  void tasksWithoutAWorkerAreNotCounted() {
    WaitingQueue queue = new WaitingQueue(CONFIG);
    WaitingTask stuck = PoolKit.task("DEFAULT", 9, "dead");
    WaitingTask last = PoolKit.task("DEFAULT", 1);
    List.of(stuck, PoolKit.task("DEFAULT", 9, "dead"), PoolKit.task("DEFAULT", 5), last)
        .forEach(queue::add);
    assertThat(before(queue, last.attemptUid(), 100)).isEqualTo(1);
    assertThat(before(queue, stuck.attemptUid(), 100)).isZero();
  }

  @Test
  void positionsAreCountedUpToALimit() {
    WaitingQueue queue = new WaitingQueue(CONFIG);
    WaitingTask last = PoolKit.task("DEFAULT", 1);
    IntStream.range(0, 9).forEach(i -> queue.add(PoolKit.task("DEFAULT", 5)));
    queue.add(last);
    assertThat(before(queue, last.attemptUid(), 4)).isEqualTo(4);
    assertThat(before(queue, last.attemptUid(), 40)).isEqualTo(9);
  }
}
