package io.millrace.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of {@code ./sbt workers}: one node, which is replaced, and two workers. */
@EnabledOnOs(OS.LINUX)
class WorkerTrialTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = 20_261_118)
  void noTaskIsLostAndNoAttemptBegunTwiceWhenWorkersDie(long seed, @TempDir Path home)
      throws Exception {
    assertThat(WorkerTrial.run(home, 1, 60, 1, seed))
        .as("what is printed above says what did not hold")
        .isTrue();
  }
}
