package io.millrace.engine.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.simulate.EventQueue.EventKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private record Added(long time, int order) {}

  @Test
  void theEarliestComesFirstAndEqualTimesKeepTheirOrder() {
    Random random = new Random(7);
    EventQueue queue = new EventQueue();
    List<Added> waiting = new ArrayList<>();
    Comparator<Added> inOrder = Comparator.comparing(Added::time).thenComparing(Added::order);
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(3) > 0 || queue.isEmpty()) {
        Added next = new Added(random.nextInt(50), i);
        waiting.add(next);
        queue.add(next.time(), EventKind.USER_SITE_DUE, i);
      } else {
        Added first = waiting.stream().min(inOrder).orElseThrow();
        waiting.remove(first);
        assertThat(queue.time()).isEqualTo(first.time());
        assertThat(queue.subject()).isEqualTo(first.order());
        queue.removeFirst();
      }
      if (waiting.size() > 300) {
        waiting.clear();
        queue = new EventQueue();
      }
    }
  }
}
