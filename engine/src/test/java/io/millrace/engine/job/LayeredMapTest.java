package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayeredMapTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itHoldsWhatAPlainMapWouldHoldAndNeverChanges(long seed) {
    Random random = new Random(seed);
    Map<Integer, Integer> plain = new HashMap<>();
    LayeredMap<Integer, Integer> layered = LayeredMap.empty();
    for (int round = 0; round < 200; round++) {
      Map<Integer, Integer> before = Map.copyOf(plain);
      Map<Integer, Optional<Integer>> changes = new HashMap<>();
      for (int i = random.nextInt(40); i >= 0; i--) {
        int key = random.nextInt(3_000);
        int value = random.nextInt(10);
        changes.put(key, value == 0 ? Optional.empty() : Optional.of(value));
      }
      changes.forEach(
          (key, value) -> value.ifPresentOrElse(v -> plain.put(key, v), () -> plain.remove(key)));
      LayeredMap<Integer, Integer> after = layered.with(changes);
      assertSame(layered, before);
      assertSame(after, plain);
      layered = after;
    }
  }

  private static void assertSame(
      LayeredMap<Integer, Integer> layered, Map<Integer, Integer> plain) {
    Map<Integer, Integer> found = new HashMap<>();
    for (int key = 0; key < 3_000; key++) {
      Integer value = layered.get(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    assertThat(found).isEqualTo(plain);
    assertThat(layered.values().sorted())
        .containsExactlyElementsOf(plain.values().stream().sorted().toList());
  }
}
