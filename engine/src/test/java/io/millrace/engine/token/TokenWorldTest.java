package io.millrace.engine.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole jobs, whose messages get lost, doubled and late. */
class TokenWorldTest {

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 300);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyStepRanAsOftenAsItWouldHaveIfNothingHadGoneWrong(long seed) {
    Map<String, Object> calm = world(seed).runWithoutFaults();
    assertThat(calm).isNotEmpty();
    assertThat(world(seed).runWithFaults(1_500)).isEqualTo(calm);
  }

  private static TokenSimulation world(long seed) {
    Random random = new Random(seed);
    return new TokenSimulation(RandomJobs.of(random), seed, random);
  }
}
