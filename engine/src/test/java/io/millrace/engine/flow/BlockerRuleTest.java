package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first thing that has to change before a task can start. */
class BlockerRuleTest {
  private static final WorkerReach FREE = new WorkerReach(true, true, true, 8);
  private static final PoolConfig CONFIG =
      AdmissionTest.config(6, "TDR 1/54", "RES 2/0", "OFF 0/0", "DEFAULT 0/46");

  private static String blocker(int place, String running, WorkerReach reach, int before) {
    int[] inUse = Arrays.stream(running.split(" ")).mapToInt(Integer::parseInt).toArray();
    return new BlockerRule(CONFIG, inUse).of(place, reach, before).text();
  }

  @ParameterizedTest
  @CsvSource({
    // place in the config, running by system, blocker
    "0, 2 2 0 2, channels-in-use",
    "1, 2 2 0 2, channels-in-use",
    "3, 0 0 0 3, channels-reserved", // three free channels: one for TDR, two for RES
    "3, 0 2 0 3, channels-reserved",
    "3, 1 2 0 2, about-to-start",
    "0, 0 2 0 3, about-to-start", // on its reserve
    "1, 1 2 0 2, weight-zero",
    "1, 1 1 0 2, about-to-start",
    "2, 0 0 0 0, no-share",
    "2, 2 2 0 2, no-share" // no free channel would help
  })
  void theChannelsDecideAsTheyAreGranted(int place, String running, String blocker) {
    assertThat(blocker(place, running, FREE, 0)).isEqualTo(blocker);
  }

  @ParameterizedTest
  @CsvSource({
    // living, trusted, free, running of DEFAULT, tasks before, blocker
    "false, false, false, 6, 2, no-worker",
    "false, false, false, 0, 0, no-worker",
    "true, false, false, 6, 2, no-worker-for-secrets",
    "true, true, false, 6, 2, channels-in-use",
    "true, true, false, 0, 2, workers-busy",
    "true, true, true, 0, 2, others-first",
    "true, true, true, 0, 0, about-to-start"
  })
  void aMissingWorkerComesBeforeTheChannelsAndABusyOneAfterThem(
      boolean living, boolean trusted, boolean free, int running, int before, String blocker) {
    WorkerReach reach = new WorkerReach(living, trusted, free, 8);
    assertThat(blocker(3, "0 0 0 " + running, reach, before)).isEqualTo(blocker);
  }

  @Test
  void aPausedSystemComesBeforeItsWorkersAndItsChannels() {
    BlockerRule rule = new BlockerRule(CONFIG.withPaused("DEFAULT", "audit"), new int[4]);
    assertThat(rule.of(3, new WorkerReach(false, false, false, 0), 3).text())
        .isEqualTo("system-paused");
    assertThat(rule.of(0, FREE, 0).text()).isEqualTo("about-to-start");
  }

  @Test
  void aPausedPoolComesBeforeEverything() {
    BlockerRule rule = new BlockerRule(CONFIG.withEnabled(false), new int[4]);
    assertThat(rule.of(2, new WorkerReach(false, false, false, 0), 3).text())
        .isEqualTo("pool-paused");
  }
}
