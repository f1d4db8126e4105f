package io.millrace.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The short form of {@code ./sbt chaos}: three real nodes, under load. Only Linux has so many
 * addresses of its own.
 */
@EnabledOnOs(OS.LINUX)
class ChaosTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = 20_261_117)
  void nothingIsLostAndNothingDoneTwiceInACrashAFreezeAndASplit(long seed, @TempDir Path home)
      throws Exception {
    List<ChaosFault> faults = List.of(ChaosFault.KILL_SINGLETON, ChaosFault.FREEZE, ChaosFault.CUT);

    assertThat(Chaos.run(home, seed, Duration.ZERO, faults, ChaosCluster.FaultPace.SHORT))
        .as("what is printed above says what did not hold")
        .isTrue();
  }
}
