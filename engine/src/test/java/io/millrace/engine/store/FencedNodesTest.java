package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class FencedNodesTest {
  private final FencedNodes putOut = new FencedNodes(TestDatabase.fresh().dataSource());

  @Test
  void ofTwoHalvesOneGoesOn() throws SQLException {
    assertThat(putOut.fenceOthers("a#1", List.of("c#3"))).isTrue();
    assertThat(putOut.fenceOthers("c#3", List.of("a#1", "b#2"))).isFalse();

    assertThat(putOut.fenceOthers("b#2", List.of("c#3")))
        .as("the other node of the first half")
        .isTrue();
    assertThat(putOut.isFenced("a#1")).isFalse();
  }

  @Test
  void whoWentOnMayDieAtOnceAndTheLastOneGoesOn() throws SQLException {
    assertThat(putOut.fenceOthers("a#1", List.of("c#3"))).isTrue();
    assertThat(putOut.fenceOthers("b#2", List.of("a#1"))).isTrue();
  }

  @Test
  void whoIsPutOutStaysOutUntilItIsStartedAgain() throws SQLException {
    putOut.fenceOthers("a#1", List.of("c#3"));
    assertThat(putOut.isFenced("c#3")).isTrue();
    assertThat(putOut.isFenced("c#4")).isFalse();
    assertThat(putOut.fenceOthers("c#4", List.of("a#1"))).isTrue();
  }

  /** Nodes that see only themselves, all at once. */
  @Test
  void ofManyHalvesAtTheSameMomentOneGoesOn() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Random random = new Random(20_261_117);
      for (int round = 0; round < 20; round++) {
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(7); i++) {
          nodes.add("n" + i + "#" + round);
        }
        List<Callable<Boolean>> all =
            nodes.stream()
                .<Callable<Boolean>>map(
                    node ->
                        () ->
                            putOut.fenceOthers(
                                node, nodes.stream().filter(other -> !other.equals(node)).toList()))
                .toList();
        int going = 0;
        for (Future<Boolean> goes : threads.invokeAll(all)) {
          going += goes.get() ? 1 : 0;
        }
        assertThat(going).as("round " + round).isEqualTo(1);
      }
    } finally {
      threads.shutdown();
    }
  }
}
