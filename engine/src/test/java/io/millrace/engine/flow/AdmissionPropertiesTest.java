package io.millrace.engine.flow;

import static io.millrace.engine.flow.PoolKit.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Invariants of a pool under random load: configs that change, arrivals, ends, cancellations, and
 * workers that come and go. A seed replays its run.
 */
class AdmissionPropertiesTest {
  private static final List<String> SYSTEMS = List.of("A", "B", "C", "DEFAULT", "UNLISTED", "NEW");
  private static final List<String> QUEUES = List.of(Task.NODES, Task.NODES, "q", "r", Task.CALLER);

  private Random random;
  private PoolConfig config;
  private Map<String, Integer> capacity;
  private ChannelPool pool = ChannelPool.EMPTY;
  private WaitingQueue waiting;
  private final List<WaitingTask> all = new ArrayList<>();
  private final Set<UUID> granted = new HashSet<>();
  private final Set<UUID> ended = new HashSet<>();
  private final Set<UUID> canceled = new HashSet<>();

  private PoolConfig config() {
    List<SourceSystem> systems = new ArrayList<>();
    int max = 1 + random.nextInt(12);
    int reserved = max;
    int probability = 100;
    for (String name : List.of("A", "B", "C")) {
      if (random.nextBoolean()) {
        int reserve = random.nextInt(reserved + 1);
        int share = random.nextInt(probability + 1);
        systems.add(new SourceSystem(name, reserve, share));
        reserved -= reserve;
        probability -= share;
      }
    }
    systems.add(
        random.nextInt(systems.size() + 1),
        new SourceSystem("DEFAULT", random.nextInt(reserved + 1), probability));
    return new PoolConfig(random.nextInt(10) > 0, max, systems);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void neverTooMuchNeverTooLittle(long seed) {
    random = new Random(seed);
    config = config();
    capacity = Map.of("n1", random.nextInt(4), "n2", 1 + random.nextInt(6));
    waiting = new WaitingQueue(config);
    for (int step = 0; step < 3_000; step++) {
      if (random.nextInt(20) == 0) {
        config = config();
        waiting.applyConfig(config);
      }
      arrive();
      cancel();
      step();
    }
    assertThat(granted.size() + waiting.size() + canceled.size())
        .as("nothing is lost")
        .isEqualTo(all.size());
  }

  private void arrive() {
    for (int n = random.nextInt(4); n > 0; n--) {
      WaitingTask task = PoolKit.task(any(SYSTEMS), random.nextInt(3), any(QUEUES));
      all.add(task);
      assertThat(waiting.add(task)).isTrue();
    }
  }

  private void cancel() {
    if (!all.isEmpty() && random.nextInt(5) == 0) {
      UUID uid = any(all).attemptUid();
      if (waiting.remove(uid)) {
        canceled.add(uid);
      }
    }
  }

  private void step() {
    List<Offer> offers = offers();
    Set<UUID> freed = new HashSet<>();
    for (UUID uid : List.copyOf(pool.leases().keySet())) {
      if (random.nextInt(3) == 0) {
        freed.add(uid);
      }
    }
    int left = pool.leases().size() - freed.size();
    AdmissionStep step =
        pool.admit(
            config,
            freed,
            waiting,
            new Slots(pool.freeSlots(capacity), offers),
            most -> random.nextInt(most) + 1,
            NOW);
    step.moved().granted().forEach(lease -> check(lease));
    assertThat(step.moved().released()).containsExactlyInAnyOrderElementsOf(freed);
    ended.addAll(freed);
    pool = pool.after(step.moved());
    check(step, left, offers);
  }

  private void check(Lease lease) {
    assertThat(granted.add(lease.attemptUid())).as("granted once").isTrue();
    assertThat(canceled).doesNotContain(lease.attemptUid());
  }

  private void check(AdmissionStep step, int left, List<Offer> offers) {
    int running = pool.leases().size();
    assertThat(running).isEqualTo(granted.size() - ended.size());
    assertThat(running)
        .as("never more than the channels")
        .isLessThanOrEqualTo(Math.max(config.maxConcurrency(), left));
    if (!config.enabled()) {
      assertThat(step.moved().granted()).isEmpty();
      return;
    }
    Slots free = leftOver(step, offers);
    int[] used = pool.running(config);
    int unused = 0;
    for (int place = 0; place < used.length; place++) {
      unused += Math.max(config.sourceSystems().get(place).reservedChannels() - used[place], 0);
    }
    for (int place = 0; place < used.length; place++) {
      SourceSystem system = config.sourceSystems().get(place);
      if (!waiting.hasTaskFor(place, free) || running >= config.maxConcurrency()) {
        continue;
      }
      assertThat(used[place])
          .as("below its reserve, %s does not wait while a channel is free", system)
          .isGreaterThanOrEqualTo(system.reservedChannels());
      assertThat(system.probability() > 0 && running + unused < config.maxConcurrency())
          .as("nothing that fits waits: %s", system)
          .isFalse();
    }
  }

  /** The capacity that is left after the step. */
  private Slots leftOver(AdmissionStep step, List<Offer> offers) {
    Map<String, Integer> slots = pool.freeSlots(capacity);
    Map<String, Integer> taken = new HashMap<>();
    for (Lease lease : step.moved().granted()) {
      taken.merge(lease.worker(), 1, Integer::sum);
    }
    assertThat(slots.values()).as("never more than its slots").allMatch(n -> n >= 0);
    List<Offer> open = new ArrayList<>();
    for (Offer offer : offers) {
      int rest = offer.max() - taken.getOrDefault(offer.worker(), 0);
      assertThat(rest).as("never more than it asked for").isGreaterThanOrEqualTo(0);
      open.add(new Offer(offer.worker(), offer.queues(), rest, null));
    }
    return new Slots(slots, open);
  }

  private List<Offer> offers() {
    List<Offer> offers = new ArrayList<>();
    for (int n = 0; n < random.nextInt(4); n++) {
      Set<String> queues = random.nextBoolean() ? Set.of("q") : Set.of("q", "r");
      offers.add(new Offer("far" + n, queues, 1 + random.nextInt(3), null));
    }
    return offers;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
