package io.millrace.engine.flow;

import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/** How fast a pool decides, without storing anything; here, because its parts are its own. */
public final class AdmissionBench {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final int CHANNELS = 256;
  private static final List<String> SYSTEMS = List.of("TDR", "COURTDOC", "DEFAULT");
  private static final PoolConfig CONFIG =
      new PoolConfig(
          true,
          CHANNELS,
          List.of(
              new SourceSystem("TDR", 20, 20),
              new SourceSystem("COURTDOC", 20, 20),
              new SourceSystem("DEFAULT", 10, 60)));

  private AdmissionBench() {}

  /** Rounds of so many tasks, each until all of them were granted and released. */
  public static void run(int tasks, int rounds) {
    System.out.printf(
        "%,d tasks of 3 systems wait for %d channels; each step releases all and admits again%n",
        tasks, CHANNELS);
    double best = 0;
    for (int round = 1; round <= rounds; round++) {
      double rate = round(tasks, new SplittableRandom(round));
      best = Math.max(best, rate);
      System.out.printf("  round %d: %,.0f admissions/s%n", round, rate);
    }
    System.out.printf("best of %d rounds: %,.0f admissions/s%n", rounds, best);
  }

  private static double round(int tasks, SplittableRandom random) {
    WaitingQueue waiting = new WaitingQueue(CONFIG);
    for (int i = 0; i < tasks; i++) {
      waiting.add(
          new Waiting(
              new UUID(random.nextLong(), random.nextLong()),
              "bank/accounts",
              1,
              SYSTEMS.get(i % SYSTEMS.size()),
              Task.NODES,
              random.nextInt(1_000),
              NOW,
              Duration.ofMinutes(10)));
    }
    Map<String, Integer> capacity = Map.of("a", CHANNELS, "b", CHANNELS);
    ChannelPool pool = ChannelPool.EMPTY;
    int granted = 0;
    long start = System.nanoTime();
    while (granted < tasks) {
      Slots slots = new Slots(pool.freeSlots(capacity), List.of());
      Step step =
          pool.admit(
              CONFIG,
              Set.copyOf(pool.leases().keySet()),
              waiting,
              slots,
              most -> random.nextInt(most) + 1,
              NOW);
      granted += step.moved().granted().size();
      pool = pool.after(step.moved());
    }
    return granted / ((System.nanoTime() - start) / 1e9);
  }
}
