package io.millrace.bench;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.RetryPolicy.ListedDelays;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.refresh.ThrottlingSettings;
import io.millrace.engine.simulate.RefreshDefinition;
import io.millrace.engine.simulate.RunProfile;
import io.millrace.engine.simulate.RunProfiles;
import io.millrace.engine.simulate.SimulatedTime;
import io.millrace.engine.simulate.SimulatedWorld;
import io.millrace.engine.simulate.SimulatedWorld.Refreshes;
import io.millrace.engine.simulate.SimulatedWorld.Rules;
import io.millrace.engine.simulate.SimulatedWorld.WorldJobs;
import io.millrace.engine.simulate.SimulationListener;
import io.millrace.engine.simulate.SimulationResult;
import io.millrace.engine.simulate.Simulator;
import io.millrace.engine.simulate.VirtualDirectory;
import io.millrace.engine.simulate.VirtualDirectory.VirtualClient;
import io.millrace.engine.simulate.VirtualUserSites;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.trigger.TriggerSettings;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** A day of many user-sites on the virtual clock: how many seconds, and how much heap? */
final class SimulateBench {
  private static final Instant DAY = Instant.parse("2026-03-02T00:00:00Z");
  private static final int SITES = 20;
  private static final int CLIENTS = 50;
  private static final int CHANNELS = 200;
  private static final double MEGABYTE = 1 << 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private SimulateBench() {}

  static void run(int userSites, int rounds) {
    System.out.printf(
        "A simulated day of %,d user-sites, %d sites, %d channels, 5 %% of the runs fail;"
            + " %d cores, heap of %,d MB at most%n",
        userSites,
        SITES,
        CHANNELS,
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory() / (1 << 20));
    for (int round = 1; round <= rounds; round++) {
      System.gc();
      heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
      long begun = System.nanoTime();
      SimulatedWorld world = world(userSites);
      long ready = System.nanoTime();
      long readyCpu = THREADS.getCurrentThreadCpuTime();
      SimulationResult day = Simulator.run(world, SimulationListener.NONE).orElseThrow();
      long done = System.nanoTime();
      long doneCpu = THREADS.getCurrentThreadCpuTime();
      long peak = heapPools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
      System.out.printf(
          "%d: world %.1f s, day %.1f s (%.1f s of a core), %,d starts, %,d events, at most %.0f MB"
              + " of heap%n",
          round,
          (ready - begun) / 1e9,
          (done - ready) / 1e9,
          (doneCpu - readyCpu) / 1e9,
          day.started(),
          day.totals().events(),
          peak / MEGABYTE);
    }
  }

  private static List<MemoryPoolMXBean> heapPools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  private static SimulatedWorld world(int userSites) {
    RunProfile profile =
        new RunProfile(List.of(300L, 2_000L, 5_000L, 30_000L), List.of(500L, 4_000L), 0.05, 0);
    RunProfiles profiles = new RunProfiles(Map.of(), profile, 1_000_000);
    Policy policy =
        new Policy(
            null,
            Duration.ofMinutes(10),
            new ListedDelays(List.of(Duration.ZERO, Duration.ofMinutes(5))),
            Alignment.PLANNED,
            false,
            Duration.ofDays(7),
            UserMessages.NONE);
    List<RefreshDefinition> definitions = new ArrayList<>();
    for (int site = 0; site < SITES; site++) {
      Site entry = new Site("site-" + site, "p", false, true, site % 2 == 0, policy, Work.NOOP);
      definitions.add(RefreshDefinition.of(entry, profiles));
    }
    VirtualDirectory directory = new VirtualDirectory();
    for (int client = 0; client < CLIENTS; client++) {
      directory.addClient(new VirtualClient("client-" + client, 1, false));
    }
    VirtualUserSites table = new VirtualUserSites(definitions);
    UserSiteFacts facts = new UserSiteFacts(ConnectionStatus.CONNECTED, false, null, null);
    SplittableRandom random = new SplittableRandom(1);
    for (int user = 0; user < userSites; user++) {
      int number = directory.addUser(random.nextInt(CLIENTS), false, null, table.size());
      table.add(random.nextInt(SITES), number, facts, random.nextLong());
      directory.endUser(table.size());
    }
    return new SimulatedWorld(
        new SimulatedTime(DAY, DAY.plus(Duration.ofDays(1)), 1),
        new Rules(
            new FlywheelSettings(
                true,
                new ThrottlingSettings(Set.of(), Duration.ofMinutes(20), Duration.ofDays(1)),
                1,
                Map.of(),
                Duration.ofDays(2),
                Duration.ofHours(1),
                Duration.ofDays(7)),
            new TriggerSettings(1_000, Duration.ofMinutes(1), 1_000, 100, Duration.ofSeconds(10)),
            Duration.ofSeconds(30),
            List.of()),
        Map.of(Work.DEFAULT_POOL, PoolConfig.ofChannels(CHANNELS)),
        Map.of("one", CHANNELS / 2, "two", CHANNELS / 2),
        new Refreshes(directory, table, null),
        new WorldJobs(List.of(), profiles),
        List.of());
  }
}
