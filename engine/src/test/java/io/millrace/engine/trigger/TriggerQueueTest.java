package io.millrace.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerQueueTest {
  private static final Instant START = Instant.parse("2022-01-01T00:00:00Z");

  @Test
  void theFirstOneThatIsDueComesOutAndNoOther() {
    TriggerQueue queue = new TriggerQueue();
    queue.put(new TriggerId(1, "b"), START.plusSeconds(2));
    queue.put(new TriggerId(2, "a"), START.plusSeconds(1));
    assertThat(queue.firstDue()).contains(START.plusSeconds(1));
    assertThat(queue.poll(START)).isEmpty();
    assertThat(queue.poll(START.plusSeconds(1))).contains(new TriggerId(2, "a"));
    assertThat(queue.poll(START.plusSeconds(1))).isEmpty();
    assertThat(queue.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void whateverIsPutReplacedAndRemovedItIsAlwaysTheEarliest(int seed) {
    Random random = new Random(seed);
    TriggerQueue queue = new TriggerQueue();
    Map<TriggerId, Instant> model = new HashMap<>();
    for (int step = 0; step < 5_000; step++) {
      TriggerId id = new TriggerId(random.nextInt(50), "t" + random.nextInt(3));
      Instant time = START.plusSeconds(random.nextInt(100));
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          queue.put(id, time);
          model.put(id, time);
        }
        case 2 -> {
          queue.remove(id);
          model.remove(id);
        }
        default -> {
          Optional<TriggerId> earliest =
              model.entrySet().stream()
                  .filter(entry -> !entry.getValue().isAfter(time))
                  .min(
                      Comparator.comparing(Map.Entry<TriggerId, Instant>::getValue)
                          .thenComparing(Map.Entry::getKey))
                  .map(Map.Entry::getKey);
          assertThat(queue.poll(time)).isEqualTo(earliest);
          earliest.ifPresent(model::remove);
        }
      }
      assertThat(queue.size()).isEqualTo(model.size());
      assertThat(queue.firstDue()).isEqualTo(model.values().stream().min(Instant::compareTo));
    }
  }
}
