package io.millrace.http.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.platform.FreePort;
import io.millrace.http.TestCluster;
import io.millrace.http.TestNode;
import io.millrace.http.settings.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is reached where: callers at the API's address, nodes at the nodes' address, nobody else. */
class ListenersTest {
  private static final String API = "127.0.2.1";
  private static final String NODES = "127.0.3.1";
  private static final String ELSEWHERE = "127.0.4.1";

  private static boolean isHeard(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), 5_000);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  @Test
  void remotingAndManagementAreNotReachedAtTheAddressOfTheApi() throws Exception {
    List<Integer> ports = FreePort.take(2);
    int remoting = ports.get(0);
    int management = ports.get(1);
    String settings =
        """
        millrace.http.host = "%s"
        millrace.cluster { join = kubernetes, host = "%s", port = %d, secret = "%s" }
        akka.management.http.port = %d
        """
            .formatted(API, NODES, remoting, TestCluster.SECRET, management);
    try (TestNode node = TestNode.start(settings + TestCluster.LEAVES_AT_ONCE, Clock.systemUTC())) {
      assertThat(node.address().getHostString()).isEqualTo(API);
      assertThat(isHeard(API, node.address().getPort())).isTrue();
      for (int port : ports) {
        assertThat(isHeard(NODES, port)).as("a node, at port %d", port).isTrue();
        assertThat(isHeard(API, port)).as("at the address of the API, port %d", port).isFalse();
        assertThat(isHeard("127.0.0.1", port)).isFalse();
        assertThat(isHeard(ELSEWHERE, port)).isFalse();
      }
      assertThat(isHeard(NODES, node.address().getPort())).as("the API").isFalse();
    }
  }

  @Test
  void aNodeOnItsOwnIsReachedFromItsOwnMachineOnly() {
    try (TestNode node = TestNode.start()) {
      String self = node.client.get("/cluster").json().at("/members/0/address").asText();
      int remoting = Integer.parseInt(self.substring(self.lastIndexOf(':') + 1));
      for (int port : List.of(remoting, node.address().getPort())) {
        assertThat(isHeard("127.0.0.1", port)).isTrue();
        assertThat(isHeard(ELSEWHERE, port)).isFalse();
      }
    }
  }

  /** Also what is not started in a test: no way of running listens everywhere by itself. */
  @ParameterizedTest
  @ValueSource(strings = {"itself", "seeds", "kubernetes"})
  void nothingIsBoundToAllAddressesUnlessSomebodySaysSo(String join) {
    Config config = Settings.load(ConfigFactory.parseString("millrace.cluster.join = " + join));
    assertThat(config.getString("millrace.http.host")).isEqualTo("127.0.0.1");
    assertThat(config.getString("akka.remote.artery.canonical.hostname")).isEqualTo("127.0.0.1");
    assertThat(config.getString("akka.remote.artery.bind.hostname")).as("as above").isEmpty();
    if (join.equals("kubernetes")) {
      assertThat(config.getString("akka.management.http.hostname")).isEqualTo("127.0.0.1");
      assertThat(config.getString("akka.management.http.bind-hostname")).isEmpty();
    }
    assertThat(config.getBoolean("akka.actor.allow-java-serialization")).isFalse();
  }
}
