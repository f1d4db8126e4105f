package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class FencedNodesTest {
  private static final int POOL = 20;

  private final DatabaseUrl url = TestDatabase.fresh();
  private final FencedNodes fencedNodes = new FencedNodes(url.dataSource());

  @Test
  void ofTwoHalvesOneGoesOn() throws SQLException {
    assertThat(fencedNodes.fenceOthers("a#1", List.of("c#3"))).isTrue();
    assertThat(fencedNodes.fenceOthers("c#3", List.of("a#1", "b#2"))).isFalse();

    assertThat(fencedNodes.fenceOthers("b#2", List.of("c#3")))
        .as("the other node of the first half")
        .isTrue();
    assertThat(fencedNodes.isFenced("a#1")).isFalse();
  }

  @Test
  void whoWentOnMayDieAtOnceAndTheLastOneGoesOn() throws SQLException {
    assertThat(fencedNodes.fenceOthers("a#1", List.of("c#3"))).isTrue();
    assertThat(fencedNodes.fenceOthers("b#2", List.of("a#1"))).isTrue();
  }

  @Test
  void aFencedNodeStaysFencedUntilItIsStartedAgain() throws SQLException {
    fencedNodes.fenceOthers("a#1", List.of("c#3"));
    assertThat(fencedNodes.isFenced("c#3")).isTrue();
    assertThat(fencedNodes.isFenced("c#4")).isFalse();
    assertThat(fencedNodes.fenceOthers("c#4", List.of("a#1"))).isTrue();
  }

  @Test
  void fencedNodesAreListedSinceATime() throws SQLException {
    fencedNodes.fenceOthers("a#1", List.of("c#3"));
    assertThat(fencedNodes.since(Instant.EPOCH))
        .extracting(FencedNodes.FencedNode::node)
        .containsExactly("c#3");
    assertThat(fencedNodes.since(Instant.parse("2100-01-01T00:00:00Z"))).isEmpty();
  }

  /** Nodes that see only themselves, all at once. */
  @Test
  void ofManyHalvesAtTheSameMomentOneContinues() throws Exception {
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
                            fencedNodes.fenceOthers(
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

  /** Akka waits five seconds for its lease: so they must not be ended one after the other. */
  @Test
  void allSessionsOfAFencedNodeHaveEndedWhenItIsFenced() throws Exception {
    List<Connection> pool = new ArrayList<>();
    try {
      for (int i = 0; i < POOL; i++) {
        pool.add(url.connectAs(FencedNodes.sessionName("c#3"), Duration.ofSeconds(5)));
      }
      assertThat(sessions("c#3")).isEqualTo(POOL);
      assertThat(fencedNodes.fenceOthers("a#1", List.of("c#3"))).isTrue();
      assertThat(sessions("c#3")).isZero();
    } finally {
      for (Connection connection : pool) {
        connection.close();
      }
    }
  }

  private long sessions(String node) throws SQLException {
    try (Connection connection = url.connect()) {
      return new Statements(connection)
          .number(
              "select count(*) from pg_stat_activity"
                  + " where datname = current_database() and application_name = ?",
              FencedNodes.sessionName(node));
    }
  }
}
