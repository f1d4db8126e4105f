package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The connections of a node that is fenced. */
class StorageFenceTest {
  private final DatabaseUrl url = TestDatabase.fresh();

  /** All that a node stores goes through these: its sessions are ended, and it gets no new one. */
  @Test
  void aFencedNodeGetsNoSession() throws Exception {
    ActorTestKit node =
        ActorTestKit.create(
            "millrace",
            ConfigFactory.parseMap(
                    Map.of(
                        "millrace.db.url", url.url(),
                        "millrace.db.user", url.user(),
                        "millrace.db.password", url.password(),
                        "millrace.db.connection-timeout", "2s"))
                .withFallback(ConfigFactory.parseResources("single.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve());
    try {
      Cluster cluster = Cluster.get(node.system());
      cluster.manager().tell(Join.create(cluster.selfMember().address()));
      DataSource sessions = Storage.get(node.system()).dataSource();
      assertThat(canWrite(sessions)).isTrue();
      String name = FencedNodes.nodeName(cluster.selfMember());
      assertThat(new FencedNodes(url.dataSource()).fenceOthers("another#1", List.of(name)))
          .isTrue();
      assertThatThrownBy(() -> canWrite(sessions)).isInstanceOf(SQLException.class);
    } finally {
      node.shutdownTestKit();
      Storage.get(node.system()).close();
    }
  }

  private static boolean canWrite(DataSource sessions) throws SQLException {
    try (Connection connection = sessions.getConnection();
        var sql = connection.createStatement()) {
      return sql.executeUpdate("insert into write_probe default values") == 1;
    }
  }
}
