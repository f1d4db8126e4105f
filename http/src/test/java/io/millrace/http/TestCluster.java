package io.millrace.http;

import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.platform.FreePort;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Several nodes in this JVM, on one real database, that find each other by their seeds. */
public final class TestCluster implements AutoCloseable {
  public static final String SECRET = "a-secret-for-the-nodes-of-tests-only";

  /** Settings of a node that has nobody to tell that it leaves. */
  public static final String LEAVES_AT_ONCE =
      """

akka.coordinated-shutdown.phases {
  cluster-sharding-shutdown-region.timeout = 1s
  cluster-leave.timeout = 1s
  cluster-exiting.timeout = 1s
  cluster-exiting-done.timeout = 1s
  actor-system-terminate.timeout = 3s
}
""";

  final DatabaseUrl database = TestDatabase.fresh();
  final List<TestNode> nodes = new ArrayList<>();

  private TestCluster() {}

  /** No nodes yet: each is added with settings of its own. */
  public static TestCluster empty() {
    return new TestCluster();
  }

  /**
   * @param settings HOCON, on top of the defaults, for all of them
   */
  public static TestCluster start(int size, String settings, Clock clock) throws IOException {
    TestCluster cluster = empty();
    List<Integer> ports = FreePort.take(size);
    String seeds = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    try {
      for (int port : ports) {
        cluster.add(seeds, port, settings, clock);
      }
      cluster.awaitReady();
      return cluster;
    } catch (RuntimeException fault) {
      cluster.close();
      throw fault;
    }
  }

  /** One more node, which may take a while to be ready. */
  public void add(String seeds, int port, String settings, Clock clock) {
    String own =
        """
        millrace.cluster { join = seeds, seeds = "%s", port = %d, secret = "%s" }
        millrace.worker.heartbeat = 1s
        millrace.db.connections = 10
        %s
        """
            .formatted(seeds, port, SECRET, settings);
    nodes.add(TestNode.start(own, clock, database));
  }

  public void awaitReady() {
    for (TestNode node : nodes) {
      await().atMost(Duration.ofSeconds(60)).until(() -> node.client.get("/ready").status() == 200);
    }
  }

  public TestNode node(int number) {
    return nodes.get(number);
  }

  @Override
  public void close() {
    nodes.forEach(TestNode::close);
  }
}
