package io.millrace.engine.trigger;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TriggerBookPropertiesTest {

  static IntStream seeds() {
    return IntStream.rangeClosed(1, 100);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyTimeThatWasDueFiredOnceOrWasMissedAndNoOtherFired(int seed) {
    new TriggerSimulation(seed).run(300);
  }
}
