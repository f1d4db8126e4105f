package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.millrace.engine.flow.PoolWaits.SystemLoad;
import io.millrace.engine.flow.PoolWaits.WaitState;
import io.millrace.engine.task.Blocker;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When waiting tasks start, with run times that are always the same. */
class StartForecastTest {
  private static final UUID UID = new UUID(1, 2);

  /** A pool in which all tasks run ten seconds, and have run for five. */
  private static StartOutlook outlook(
      String system, Blocker blocker, int before, int capacity, String... systems) {
    PoolConfig config = AdmissionTest.config(4, systems);
    int[] running = new int[systems.length];
    running[0] = Math.min(4, capacity);
    WaitingQueue queue = new WaitingQueue(config);
    for (int i = 0; i <= before; i++) {
      config.sourceSystems().forEach(each -> queue.add(PoolKit.task(each.systemName(), 1)));
    }
    List<SystemLoad> loads =
        config.sourceSystems().stream()
            .map(each -> config.systemIndex(each.systemName()))
            .map(
                place ->
                    new SystemLoad(
                        Collections.nCopies(20, 10_000L),
                        Collections.nCopies(running[place], 5_000L),
                        true))
            .toList();
    return outlook(
        config, running, queue, loads, new WaitState(UID, blocker, system, before, capacity));
  }

  private static StartOutlook outlook(
      PoolConfig config,
      int[] running,
      WaitingQueue queue,
      List<SystemLoad> loads,
      WaitState wait) {
    PoolState state =
        new PoolState(
            new PoolChange("p", 1, config, "ops", PoolKit.NOW, ""),
            running[0],
            queue.size(),
            PoolState.systems(config, running, queue, new GrantStatistics(PoolKit.NOW)),
            PoolKit.NOW,
            List.of(),
            new PoolWaits(List.of(wait), loads));
    return StartForecast.of(state, Map.of(UID, "")).get(UID);
  }

  @ParameterizedTest
  @CsvSource({
    // tasks before, slots, seconds until the start
    "0, 4, 5", // the running ones have five seconds left
    "3, 4, 5",
    "4, 4, 15",
    "11, 4, 25",
    "0, 1, 5", // one slot: one after the other
    "4, 1, 45",
    "9999, 4, 24995" // by the pace of the first ones
  })
  void theOnlySystemStartsAsItsChannelsBecomeFree(int before, int slots, long seconds) {
    StartOutlook start =
        outlook("DEFAULT", Blocker.CHANNELS_IN_USE, before, slots, "DEFAULT 0/100");
    assertThat(start.whyNot()).isEmpty();
    assertThat((double) start.likely().toMillis()).isCloseTo(seconds * 1000.0, withPercentage(2));
    assertThat(start.late()).isEqualTo(start.likely());
  }

  @Test
  void aSmallShareStartsLaterThanALargeOne() {
    StartOutlook large = outlook("A", Blocker.CHANNELS_IN_USE, 10, 4, "A 0/90", "DEFAULT 0/10");
    StartOutlook small =
        outlook("DEFAULT", Blocker.CHANNELS_IN_USE, 10, 4, "A 0/90", "DEFAULT 0/10");
    assertThat(large.likely()).isLessThan(small.likely());
    assertThat(small.likely()).isGreaterThan(Duration.ofSeconds(20));
  }

  @Test
  void theLateEstimateAssumesThatBusySystemsStayBusy() {
    StartOutlook small =
        outlook("DEFAULT", Blocker.CHANNELS_IN_USE, 10, 4, "A 0/90", "DEFAULT 0/10");
    assertThat(small.late()).isGreaterThan(small.likely());
  }

  @ParameterizedTest
  @CsvSource({
    "POOL_PAUSED, 0, pool-paused",
    "NO_WORKER, 0, no-worker",
    "SYSTEM_PAUSED, 3, system-paused",
    "NO_SHARE, 3, no-share",
    "CHANNELS_IN_USE, 10000, too-far-back"
  })
  void withoutAPredictableEndThereIsNoEstimate(Blocker blocker, int before, String whyNot) {
    StartOutlook start = outlook("DEFAULT", blocker, before, 4, "DEFAULT 0/100");
    assertThat(start).isEqualTo(StartOutlook.unknown(whyNot));
  }

  @Test
  void aSystemWithoutMeasuredTasksHasNoEstimate() {
    PoolConfig config = PoolConfig.ofChannels(1);
    WaitState wait = new WaitState(UID, Blocker.CHANNELS_IN_USE, "DEFAULT", 0, 1);
    assertThat(
            outlook(
                config,
                new int[] {1},
                PoolKit.queue(config, PoolKit.task("DEFAULT", 1)),
                List.of(new SystemLoad(List.of(), List.of(10L), true)),
                wait))
        .isEqualTo(StartOutlook.NOT_MEASURED);
  }

  @Test
  void aGrantedTaskStartsNow() {
    assertThat(outlook("", Blocker.ABOUT_TO_START, 0, 4, "DEFAULT 0/100"))
        .isEqualTo(StartOutlook.NOW);
  }
}
