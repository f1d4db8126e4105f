package io.millrace.http.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.platform.FreePort;
import io.millrace.http.TestCluster;
import io.millrace.http.TestNode;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that speak TLS to each other take in nobody whose certificate another authority signed. */
class ClusterTlsTest {
  @Test
  void nodesOfOneAuthorityFindEachOtherAndAStrangerStaysOutside(@TempDir Path temp)
      throws Exception {
    TestCertificates ours = new TestCertificates(temp.resolve("ours"));
    TestCertificates theirs = new TestCertificates(temp.resolve("theirs"));
    List<Integer> ports = FreePort.take(3);
    String seeds = "127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1);
    try (TestCluster cluster = TestCluster.empty()) {
      cluster.add(seeds, ports.get(0), tls(ours.node("a")), Clock.systemUTC());
      cluster.add(seeds, ports.get(1), tls(ours.node("b")), Clock.systemUTC());
      cluster.awaitReady();
      cluster.add(
          seeds,
          ports.get(2),
          tls(theirs.node("c")) + TestCluster.LEAVES_AT_ONCE,
          Clock.systemUTC());
      TestNode stranger = cluster.node(2);
      await()
          .during(Duration.ofSeconds(3))
          .atMost(Duration.ofSeconds(20))
          .until(() -> stranger.client.get("/ready").status() == 503);
      assertThat(cluster.node(0).client.get("/ready").status()).isEqualTo(200);
      assertThat(speaksPlainly(ports.get(0))).as("without TLS nobody is listened to").isFalse();
    }
  }

  private static String tls(Path folder) {
    return "millrace.cluster.tls-dir = \"" + folder + "\"";
  }

  /** Artery's own greeting, as a node without TLS would send it. */
  private static boolean speaksPlainly(int port) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(5_000);
      socket.getOutputStream().write(new byte[] {'A', 'K', 'K', 'A', 1});
      socket.getOutputStream().write(new byte[64]);
      int answer = socket.getInputStream().read();
      int alert = 21; // of TLS
      return answer >= 0 && answer != alert;
    }
  }
}
