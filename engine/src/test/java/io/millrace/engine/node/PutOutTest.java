package io.millrace.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.cluster.typed.Join;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PutOutTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final DatabaseUrl url = TestDatabase.fresh();
  private final List<ActorTestKit> nodes = new ArrayList<>();

  @AfterEach
  void stop() {
    nodes.forEach(ActorTestKit::shutdownTestKit);
  }

  private Cluster start() {
    ActorTestKit node =
        ActorTestKit.create(
            "millrace",
            ConfigFactory.parseMap(
                    Map.of(
                        "millrace.db.url", url.url(),
                        "millrace.db.user", url.user(),
                        "millrace.db.password", url.password(),
                        "millrace.cluster.host", "127.0.0.1",
                        "akka.coordinated-shutdown.exit-jvm", "off"))
                .withFallback(ConfigFactory.parseResources("single.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve());
    nodes.add(node);
    node.spawn(
        PutOut.create(
            url.dataSource(), new AsyncSql(ForkJoinPool.commonPool()), Duration.ofMillis(100)));
    return Cluster.get(node.system());
  }

  private static void join(Cluster node, Cluster other) {
    node.manager().tell(Join.create(other.selfMember().address()));
    await().atMost(LONG).until(() -> node.selfMember().status().equals(MemberStatus.up()));
  }

  private List<String> putOut() throws SQLException {
    try (Connection connection = url.connect()) {
      return new Statements(connection).rows("select node from put_out", row -> row.getString(1));
    }
  }

  @Test
  void aNodeThatFindsItselfPutOutEnds() throws SQLException {
    Cluster node = start();
    join(node, node);
    try (Connection connection = url.connect()) {
      new Statements(connection)
          .update("insert into put_out (node) values (?)", PutOut.name(node.selfMember()));
    }

    await().atMost(LONG).until(node::isTerminated);
  }

  @Test
  void whoeverIsPutOutIsWrittenDownByThoseWhoGoOn() throws SQLException {
    Cluster one = start();
    join(one, one);
    Cluster other = start();
    join(other, one);
    Member gone = other.selfMember();

    one.manager().tell(new Down(gone.address()));

    await().atMost(LONG).until(() -> putOut().contains(PutOut.name(gone)));
    assertThat(putOut()).doesNotContain(PutOut.name(one.selfMember()));
    assertThat(one.selfMember().status()).isEqualTo(MemberStatus.up());
  }
}
