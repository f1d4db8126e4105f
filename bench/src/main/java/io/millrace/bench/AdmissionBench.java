package io.millrace.bench;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.SourceSystem;
import io.millrace.engine.flow.VirtualPool;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/** How fast a pool decides, without storing anything. */
final class AdmissionBench {
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

  /** Measures rounds of admissions. The number of waiting tasks stays the same. */
  static void run(int admissions, int waiting, int rounds) {
    System.out.printf(
        "%,d tasks of 3 systems wait for %d channels; each step releases all of them, admits again,"
            + " and as many tasks come%n",
        waiting, CHANNELS);
    List<WaitingTask> tasks = tasks(waiting, new SplittableRandom(1));
    double best = 0;
    for (int round = 1; round <= rounds; round++) {
      double rate = round(admissions, tasks, new SplittableRandom(round));
      best = Math.max(best, rate);
      System.out.printf("  round %d: %,.0f admissions/s%n", round, rate);
    }
    System.out.printf("best of %d rounds: %,.0f admissions/s%n", rounds, best);
  }

  private static double round(int admissions, List<WaitingTask> tasks, SplittableRandom random) {
    VirtualPool pool =
        new VirtualPool(
            CONFIG,
            Map.of("a", CHANNELS, "b", CHANNELS),
            Set.of(),
            most -> random.nextInt(most) + 1);
    Map<UUID, WaitingTask> byUid = new HashMap<>();
    tasks.forEach(task -> byUid.put(task.attemptUid(), task));
    tasks.forEach(pool::request);
    int granted = 0;
    long start = System.nanoTime();
    while (granted < admissions) {
      List<Lease> step = pool.admit(NOW);
      granted += step.size();
      for (Lease lease : step) {
        pool.release(lease.attemptUid());
        WaitingTask again = byUid.get(lease.attemptUid());
        if (again != null) {
          pool.request(again);
        }
      }
    }
    return granted / ((System.nanoTime() - start) / 1e9);
  }

  private static List<WaitingTask> tasks(int number, SplittableRandom random) {
    List<WaitingTask> tasks = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      tasks.add(
          WaitingTask.builder()
              .attemptUid(new UUID(random.nextLong(), random.nextLong()))
              .owner("bank/accounts")
              .attemptNo(1)
              .system(SYSTEMS.get(i % SYSTEMS.size()))
              .queue(Task.NODES)
              .score(random.nextInt(1_000))
              .createdAt(NOW)
              .timeout(Duration.ofMinutes(10))
              .build());
    }
    return tasks;
  }
}
