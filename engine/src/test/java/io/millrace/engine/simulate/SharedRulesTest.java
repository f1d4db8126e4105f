package io.millrace.engine.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.JournalKit;
import io.millrace.engine.directory.Site;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.SourceSystem;
import io.millrace.engine.flywheel.VirtualPlan;
import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.RetryPolicy.ListedDelays;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.simulate.RealDay.RealOwner;
import io.millrace.engine.simulate.SimulatedWorld.Refreshes;
import io.millrace.engine.simulate.SimulatedWorld.Rules;
import io.millrace.engine.simulate.SimulatedWorld.WorldJobs;
import io.millrace.engine.simulate.VirtualDirectory.VirtualClient;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.token.TokenId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same small day through real actors and through the simulator gives the same starts. */
class SharedRulesTest {
  private static final int SEEDS = 100;
  private static final Instant FROM = Instant.parse("2026-03-02T01:00:00Z");
  private static final Duration LENGTH = Duration.ofHours(3);

  private static JournalKit journal;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  /** A world of a few user-sites, made by chance. */
  private record SmallWorld(
      long seed,
      PoolConfig config,
      int slots,
      List<RefreshDefinition> definitions,
      List<String> owners,
      VirtualDirectory directory,
      VirtualUserSites table) {

    static SmallWorld of(int seed) {
      Random random = new Random(seed);
      int share = random.nextInt(101);
      int channels = 1 + random.nextInt(3);
      PoolConfig config =
          new PoolConfig(
              true,
              channels,
              List.of(
                  new SourceSystem("TDR", random.nextInt(channels + 1), share),
                  new SourceSystem("DEFAULT", 0, 100 - share)));
      List<RefreshDefinition> definitions = new ArrayList<>();
      for (int site = 0; site < 3; site++) {
        definitions.add(definition("s" + seed + "-" + site, random));
      }
      VirtualDirectory directory = new VirtualDirectory();
      VirtualUserSites table = new VirtualUserSites(definitions);
      List<String> owners = new ArrayList<>();
      int client = directory.addClient(new VirtualClient("c", 2 + random.nextInt(20), false));
      for (int user = 0; user < 2; user++) {
        int number = directory.addUser(client, false, null, table.size());
        for (int site = 0; site < 3; site++) {
          String owner = definitions.get(site).name() + "/u" + user;
          owners.add(owner);
          table.add(site, number, SimulationKit.CONNECTED, VirtualUids.key(owner));
        }
        directory.endUser(table.size());
      }
      return new SmallWorld(
          seed, config, 1 + random.nextInt(4), definitions, owners, directory, table);
    }

    private static RefreshDefinition definition(String name, Random random) {
      // Odd times, so that nothing but the plan happens to two user-sites at the same time.
      IntervalSchedule schedule =
          random.nextBoolean()
              ? null
              : new IntervalSchedule(
                  Duration.ofMillis(3_000_000 + random.nextInt(4_000_000)),
                  FROM.minusMillis(1 + random.nextInt(3_000_000)));
      Policy policy =
          new Policy(
              schedule,
              Duration.ofMillis(300_000 + random.nextInt(600_000)),
              new ListedDelays(
                  List.of(
                      Duration.ofMillis(random.nextInt(2) * random.nextInt(400_000)),
                      Duration.ofMillis(random.nextInt(900_000)))),
              Alignment.values()[random.nextInt(4)],
              random.nextInt(4) == 0,
              Duration.ofDays(7),
              UserMessages.NONE);
      Work work =
          new Work(
              RunSpec.NOOP,
              random.nextBoolean() ? "TDR" : "other",
              "default",
              TaskPriority.values()[random.nextInt(TaskPriority.values().length)],
              null,
              List.of());
      RunProfile profile =
          new RunProfile(
              List.of(1_000L + random.nextInt(60_000), 700_000L),
              List.of(500L, 200_000L),
              random.nextDouble() * 0.6,
              0.1);
      RefreshDefinition usual =
          RefreshDefinition.of(
              new Site(name, "p", random.nextInt(10) == 0, true, false, policy, work),
              RunProfiles.NONE);
      return new RefreshDefinition(name, usual.site(), usual.collection(), profile);
    }

    SimulatedWorld simulated() {
      return new SimulatedWorld(
          new SimulatedTime(FROM, FROM.plus(LENGTH), seed),
          new Rules(
              SimulationKit.flywheel(true),
              SimulationKit.triggers(),
              Duration.ofSeconds(30),
              List.of()),
          Map.of("default", config),
          Map.of("w", slots),
          new Refreshes(directory, table, null),
          new WorldJobs(List.of(), RunProfiles.NONE),
          List.of());
    }

    List<RealOwner> real() {
      List<RealOwner> real = new ArrayList<>();
      for (int row = 0; row < owners.size(); row++) {
        real.add(new RealOwner(owners.get(row), table.definition(row)));
      }
      return real;
    }

    TreeMap<Instant, List<String>> plan() {
      VirtualPlan plan = VirtualPlan.of(SimulationKit.flywheel(true), directory.byClient());
      TreeMap<Instant, List<String>> minutes = new TreeMap<>();
      for (int minute = 60; minute < 60 + LENGTH.toMinutes(); minute++) {
        for (int user : plan.users(minute)) {
          Instant at = FROM.plus(Duration.ofMinutes(minute - 60));
          List<String> asked = minutes.computeIfAbsent(at, time -> new ArrayList<>());
          asked.addAll(owners.subList(directory.firstRow(user), directory.endRow(user)));
        }
      }
      return minutes;
    }
  }

  private static List<String> simulatedStarts(SmallWorld world) {
    List<String> starts = new ArrayList<>();
    SimulationListener notes =
        new SimulationListener() {
          @Override
          public void started(int row, TokenId token, Attempt attempt, Instant at) {
            starts.add(
                world.owners().get(row) + " " + attempt.no() + " " + at + " " + attempt.uid());
          }
        };
    Simulator.run(world.simulated(), notes);
    return starts;
  }

  @Test
  void engineAndSimulatorShareTheRules() {
    int all = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      SmallWorld world = SmallWorld.of(seed);
      TreeMap<Instant, List<String>> plan = world.plan();
      List<String> simulated = simulatedStarts(world);
      try (RealDay day =
          RealDay.start(journal, FROM, seed, world.config(), world.slots(), world.real())) {
        assertThat(day.run(plan, FROM.plus(LENGTH))).as("seed %d", seed).isEqualTo(simulated);
      }
      all += simulated.size();
    }
    assertThat(all).as("starts of all seeds").isGreaterThan(SEEDS * 5);
  }
}
