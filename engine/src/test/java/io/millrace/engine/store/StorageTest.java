package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.typesafe.config.ConfigFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.jdbc.PgConnection;

/** The connections of a node, on a real PostgreSQL. */
class StorageTest {
  private final DatabaseUrl url = TestDatabase.fresh();
  private ActorTestKit kit;
  private Storage storage;

  @BeforeEach
  void open() {
    kit =
        ActorTestKit.create(
            "millrace",
            ConfigFactory.parseMap(
                    Map.of(
                        "millrace.db.url", url.url(),
                        "millrace.db.user", url.user(),
                        "millrace.db.password", url.password(),
                        "millrace.db.open-transaction-timeout", "100ms",
                        "akka.actor.provider", "local"))
                .withFallback(ConfigFactory.parseResources("single.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve());
    storage = Storage.get(kit.system());
  }

  @AfterEach
  void close() {
    kit.shutdownTestKit();
    storage.close();
  }

  @Test
  void aTransactionThatIsLeftOpenIsEndedAndWhatItWroteIsNot() throws Exception {
    Sql.execute(url, "create table note (text text)");
    try (Connection asleep = storage.dataSource().getConnection();
        Statement sql = asleep.createStatement()) {
      asleep.setAutoCommit(false);
      sql.execute("insert into note values ('of a node that sleeps')");
      String backend = "select count(*) from pg_stat_activity where pid = " + pid(asleep);
      await().atMost(Duration.ofSeconds(30)).until(() -> Sql.value(url, backend).equals("0"));
      assertThatThrownBy(asleep::commit).isInstanceOf(SQLException.class);
    }
    assertThat(Sql.value(url, "select count(*) from note")).isEqualTo("0");
  }

  private static int pid(Connection connection) throws SQLException {
    return connection.unwrap(PgConnection.class).getBackendPID();
  }
}
