package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelPoolTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Waiting waiting(long score) {
    return new Waiting(
        UUID.randomUUID(), "bank/accounts", 1, "DEFAULT", score, Duration.ofMinutes(10));
  }

  private static WaitingQueue queue(Waiting... tasks) {
    WaitingQueue queue = new WaitingQueue();
    List.of(tasks).forEach(queue::add);
    return queue;
  }

  @Test
  void aGrantBooksItsDeadline() {
    Moved moved = ChannelPool.EMPTY.admit(1, Set.of(), queue(waiting(1)), Map.of("w", 1), NOW);
    assertThat(moved.granted().get(0).deadline()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
  }

  @Test
  void theHighestScoreRunsFirstAndEqualsFirstComeFirstServed() {
    Waiting low = waiting(100);
    Waiting first = waiting(200);
    Waiting second = waiting(200);
    Moved moved =
        ChannelPool.EMPTY.admit(9, Set.of(), queue(low, first, second), Map.of("w", 9), NOW);
    assertThat(moved.granted())
        .extracting(Lease::attemptUid)
        .containsExactly(first.attemptUid(), second.attemptUid(), low.attemptUid());
  }

  @Test
  void noMoreRunThanThereAreChannels() {
    WaitingQueue queue = queue(waiting(1), waiting(1), waiting(1));
    assertThat(ChannelPool.EMPTY.admit(2, Set.of(), queue, Map.of("w", 9), NOW).granted())
        .hasSize(2);
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void noMoreRunThanTheWorkersHaveSlotsAndTheLeastBusyComesFirst() {
    WaitingQueue queue = queue(waiting(1), waiting(1), waiting(1), waiting(1));
    Moved moved = ChannelPool.EMPTY.admit(9, Set.of(), queue, Map.of("a", 1, "b", 2), NOW);
    assertThat(moved.granted()).extracting(Lease::worker).containsExactly("b", "a", "b");
  }

  @Test
  void aReleasedChannelIsGrantedAgainInTheSameStep() {
    Moved first = ChannelPool.EMPTY.admit(1, Set.of(), queue(waiting(1)), Map.of("w", 1), NOW);
    ChannelPool full = ChannelPool.EMPTY.after(first);
    UUID ended = first.granted().get(0).attemptUid();
    Moved next =
        full.admit(1, Set.of(ended), queue(waiting(1)), full.freeSlots(Map.of("w", 1)), NOW);
    assertThat(next.released()).containsExactly(ended);
    assertThat(next.granted()).hasSize(1);
  }

  @Test
  void aChannelIsReleasedOnce() {
    Moved moved =
        ChannelPool.EMPTY.admit(
            1, Set.of(UUID.randomUUID()), new WaitingQueue(), Map.of("w", 1), NOW);
    assertThat(moved.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void neverTooMuchNeverTooLittle(long seed) {
    Random random = new Random(seed);
    ChannelPool pool = ChannelPool.EMPTY;
    WaitingQueue queue = new WaitingQueue();
    Map<String, Integer> capacity = Map.of("a", random.nextInt(8), "b", 1 + random.nextInt(8));
    int slots = capacity.values().stream().mapToInt(n -> n).sum();
    int came = 0;
    Set<UUID> granted = new HashSet<>();
    Set<UUID> ended = new HashSet<>();
    for (int step = 0; step < 2_000; step++) {
      int max = 1 + random.nextInt(12);
      for (int i = random.nextInt(4); i > 0; i--) {
        queue.add(waiting(random.nextInt(3)));
        came++;
      }
      Set<UUID> freed = new HashSet<>();
      for (UUID uid : new ArrayList<>(pool.leases().keySet())) {
        if (random.nextInt(3) == 0) {
          freed.add(uid);
        }
      }
      Moved moved = pool.admit(max, freed, queue, pool.freeSlots(capacity), NOW);
      moved.granted().forEach(lease -> assertThat(granted.add(lease.attemptUid())).isTrue());
      ended.addAll(moved.released());
      int before = pool.leases().size();
      pool = pool.after(moved);
      int running = pool.leases().size();
      assertThat(running).isLessThanOrEqualTo(Math.max(max, before - moved.released().size()));
      assertThat(pool.freeSlots(capacity).values()).allMatch(free -> free >= 0);
      assertThat(running).isEqualTo(granted.size() - ended.size());
      boolean full = running >= max || running >= slots;
      assertThat(full || queue.size() == 0).as("nothing that fits waits").isTrue();
    }
    assertThat(granted.size() + queue.size()).isEqualTo(came);
  }
}
