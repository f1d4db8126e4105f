package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.flow.PoolWaits.SystemLoad;
import io.millrace.engine.flow.PoolWaits.WaitState;
import io.millrace.engine.task.Blocker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A pool of several channels, with the real admission: tasks of three systems arrive at random and
 * run for random times. Estimates are compared with what happens.
 */
class StartForecastPropertiesTest {
  private static final int SEEDS = 8;

  /** One pool that is played through, second by second. */
  private static final class Play {
    private final Random random;
    private final PoolConfig config;
    private final WaitingQueue waiting;
    private final RunDurations runTimes = new RunDurations();
    private final GrantStatistics grants = new GrantStatistics(PoolKit.NOW);
    private final PriorityQueue<Lease> runs =
        new PriorityQueue<>(Comparator.comparing(Lease::deadline));
    private final double[] meanSeconds = new double[3];
    private final double[] perSecond = new double[3];
    private final Map<UUID, Instant> likely = new HashMap<>();
    private final Map<UUID, Instant> late = new HashMap<>();
    private final Set<UUID> open = new LinkedHashSet<>();
    private final int slots;
    private ChannelPool pool = ChannelPool.EMPTY;
    private Instant now = PoolKit.NOW;
    private int started;
    private int beforeLikely;
    private int beforeLate;

    private Play(int seed) {
      random = new Random(seed);
      int channels = 2 + random.nextInt(8);
      int reserve = random.nextInt(2);
      int weight = 10 + random.nextInt(60);
      config =
          AdmissionTest.config(
              channels, "A " + reserve + "/" + weight, "B 0/20", "DEFAULT 0/" + (80 - weight));
      slots = random.nextBoolean() ? channels : Math.max(1, channels - 1);
      waiting = new WaitingQueue(config);
      for (int place = 0; place < 3; place++) {
        meanSeconds[place] = 5 + random.nextInt(60);
        // Together they need 60 to 130 % of the slots, so that queues come and go.
        perSecond[place] = (0.6 + 0.7 * random.nextDouble()) * slots / meanSeconds[place] / 3;
      }
    }

    private void run(int seconds) {
      for (int second = 0; second < seconds; second++) {
        for (int place = 0; place < 3; place++) {
          boolean burst = random.nextInt(400) == 0;
          for (int n = burst ? 10 : 1; n > 0; n--) {
            if (burst || random.nextDouble() < perSecond[place]) {
              WaitingTask task = task(place);
              waiting.add(task);
              open.add(task.attemptUid());
            }
          }
        }
        step();
        if (second % 97 == 0 && second > seconds / 4) {
          estimate();
        }
        now = now.plusSeconds(1);
      }
    }

    private WaitingTask task(int place) {
      double seconds = Math.exp(random.nextGaussian() * 0.6) * meanSeconds[place];
      return PoolKit.task(config.sourceSystems().get(place).systemName(), 1).toBuilder()
          .createdAt(now)
          .timeout(Duration.ofMillis((long) (seconds * 1000)))
          .build();
    }

    /** A lease ends at its deadline. */
    private void step() {
      Set<UUID> freed = new HashSet<>();
      List<Lease> ended = new ArrayList<>();
      while (!runs.isEmpty() && !runs.peek().deadline().isAfter(now)) {
        ended.add(runs.remove());
      }
      ended.forEach(lease -> freed.add(lease.attemptUid()));
      runTimes.ended(ended, config, now);
      Slots free = PoolKit.nodes(pool.freeSlots(Map.of("w", slots)));
      AdmissionStep step =
          pool.admit(config, freed, waiting, free, most -> 1 + random.nextInt(most), now);
      grants.add(step, config, now);
      pool = pool.after(step.moved());
      step.moved().granted().forEach(this::start);
    }

    private void start(Lease lease) {
      runs.add(lease);
      open.remove(lease.attemptUid());
      Instant estimate = late.get(lease.attemptUid());
      if (estimate != null) {
        started++;
        beforeLate += now.isAfter(estimate) ? 0 : 1;
        beforeLikely += now.isAfter(likely.get(lease.attemptUid())) ? 0 : 1;
      }
    }

    private void estimate() {
      List<PoolState.PoolSystem> systems =
          PoolState.systems(config, pool.running(config), waiting, grants);
      List<WaitState> tasks = new ArrayList<>();
      open.stream()
          .filter(uid -> !late.containsKey(uid))
          .forEach(
              uid -> {
                SystemQueue.QueuePlace place = waiting.place(uid);
                int before = waiting.before(place, workers -> true, PoolWaits.MOST_COUNTED);
                tasks.add(
                    new WaitState(
                        uid, Blocker.CHANNELS_IN_USE, place.task().system(), before, slots));
              });
      List<SystemLoad> loads =
          systems.stream()
              .map(
                  system ->
                      new SystemLoad(
                          runTimes.of(system.systemName()),
                          runs.stream()
                              .filter(run -> run.system().equals(system.systemName()))
                              .map(run -> Duration.between(run.grantedAt(), now).toMillis())
                              .toList(),
                          system.granted() > 0))
              .toList();
      PoolState state =
          new PoolState(
              new PoolChange("p", 1, config, "ops", PoolKit.NOW, ""),
              runs.size(),
              waiting.size(),
              systems,
              PoolKit.NOW,
              List.of(),
              new PoolWaits(tasks, loads));
      StartForecast.of(state, Map.of())
          .forEach(
              (uid, outlook) -> {
                likely.put(uid, now.plus(outlook.likely()));
                late.put(uid, now.plus(outlook.late()));
              });
    }
  }

  @Test
  void eightOfTenTasksStartBeforeTheirLateEstimateAndAboutHalfBeforeTheLikelyOne() {
    int started = 0;
    int beforeLate = 0;
    int beforeLikely = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Play play = new Play(seed);
      play.run(3_000);
      started += play.started;
      beforeLate += play.beforeLate;
      beforeLikely += play.beforeLikely;
    }
    assertThat(started).isGreaterThan(1_000);
    assertThat(100.0 * beforeLate / started).as("percent before p90").isGreaterThan(80);
    assertThat(100.0 * beforeLikely / started).as("percent before p50").isBetween(30.0, 75.0);
  }
}
