package io.millrace.engine.guard;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.store.FencedNodes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FencedNodeWatchTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private final DatabaseUrl url = TestDatabase.fresh();

  @Test
  void aNodeThatFindsItselfPutOutEnds() throws SQLException {
    ActorTestKit kit =
        ActorTestKit.create(
            "millrace",
            ConfigFactory.parseMap(
                    Map.of(
                        "millrace.db.url", url.url(),
                        "millrace.db.user", url.user(),
                        "millrace.db.password", url.password()))
                .withFallback(ConfigFactory.parseResources("single.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve());
    try {
      Cluster node = Cluster.get(kit.system());
      node.manager().tell(Join.create(node.selfMember().address()));
      await().atMost(LONG).until(() -> node.selfMember().status().equals(MemberStatus.up()));
      FencedNodeWatch watch = new FencedNodeWatch(kit.system(), new FencedNodes(url.dataSource()));
      assertFalse(watch.endIfFenced());

      try (Connection connection = url.connect()) {
        new Statements(connection)
            .update(
                "insert into put_out (node) values (?)", FencedNodes.nodeName(node.selfMember()));
      }

      assertTrue(watch.endIfFenced());
      await().atMost(LONG).until(node::isTerminated);
    } finally {
      kit.shutdownTestKit();
    }
  }
}
