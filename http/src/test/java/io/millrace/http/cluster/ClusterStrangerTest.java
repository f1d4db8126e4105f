package io.millrace.http.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.platform.FreePort;
import io.millrace.http.TestCluster;
import io.millrace.http.TestNode;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who reaches the port of a node and does not know its secret stays outside. */
class ClusterStrangerTest {
  private static final String ANOTHER = "secret = \"another-secret-for-the-nodes-of-a-stranger\"";
  private static final Duration LONG_ENOUGH_TO_JOIN = Duration.ofSeconds(8);

  private static String port(TestNode node) {
    String self = node.client.get("/cluster").json().at("/members/0/address").asText();
    return self.substring(self.lastIndexOf(':') + 1);
  }

  private static int members(TestNode node) {
    return node.client.get("/cluster").json().path("members").size();
  }

  private static TestNode stranger(String seed, int own, String how) {
    String settings =
        "millrace.cluster { join = seeds, seeds = \"127.0.0.1:%s\", port = %d, %s }"
            .formatted(seed, own, how);
    return TestNode.start(settings + TestCluster.LEAVES_AT_ONCE, Clock.systemUTC());
  }

  private static void staysOutside(TestNode host, String how) throws Exception {
    int before = members(host);
    int own = FreePort.take();
    try (TestNode stranger = stranger(port(host), own, how)) {
      await()
          .during(LONG_ENOUGH_TO_JOIN)
          .atMost(LONG_ENOUGH_TO_JOIN.multipliedBy(3))
          .until(() -> stranger.client.get("/ready").status() == 503 && members(host) == before);
      assertThat(host.client.get("/ready").status()).isEqualTo(200);
    }
  }

  @Test
  void aNodeOnItsOwnStaysOnItsOwn() throws Exception {
    try (TestNode host = TestNode.start()) {
      staysOutside(host, "insecure = true");
      staysOutside(host, ANOTHER);
    }
  }

  @Test
  void nodesOfOneSecretFindEachOtherAndAStrangerStaysOutside() throws Exception {
    try (TestCluster cluster = TestCluster.start(2, "", Clock.systemUTC())) {
      assertThat(List.of(members(cluster.node(0)), members(cluster.node(1)))).containsOnly(2);
      staysOutside(cluster.node(0), ANOTHER);
    }
  }
}
