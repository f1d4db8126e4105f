package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.TestDatabase;
import io.millrace.http.TestClient.Answer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database goes away and comes back: the node stays, says so, and goes on by itself. */
class DatabaseAwayTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private TestNode node;

  @BeforeEach
  void start() {
    node =
        TestNode.start(
            """
            millrace.ask-timeout = 3s
            millrace.db.connection-timeout = 1s
            millrace.worker.slots = 2
            millrace.db.write-every = 1s
            """);
  }

  @AfterEach
  void stop() throws SQLException {
    TestDatabase.bringBack(node.database);
    node.close();
  }

  @Test
  void whatWasAcknowledgedIsDoneAndTheNodeGoesOnByItself() throws Exception {
    StringBuilder document = new StringBuilder("sources:\n");
    for (int i = 0; i < 20; i++) {
      document.append(
          "  s%d: {collections: [{name: c, run: {process: [sleep, \"0.2\"]}}]}\n".formatted(i));
    }
    assertThat(node.client.put("/sources", document.toString()).status()).isEqualTo(200);
    List<String> acknowledged = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      acknowledged.add(node.client.queue("s" + i, "c"));
    }

    TestDatabase.takeAway(node.database);
    for (int i = 10; i < 14; i++) {
      Answer refused = node.client.post("/tasks?source=s" + i + "&collection=c");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
      assertThat(refused.text("type")).endsWith("overloaded");
    }
    assertThat(node.client.get("/tasks/" + acknowledged.get(0)).status()).isEqualTo(503);
    assertThat(node.client.get("/ready").status()).isEqualTo(503);
    assertThat(node.client.get("/alive").status()).as("a restart would not help").isEqualTo(200);

    TestDatabase.bringBack(node.database);
    await().atMost(LONG).until(() -> node.client.get("/ready").status() == 200);
    for (String id : acknowledged) {
      await()
          .atMost(LONG)
          .until(() -> !node.client.task(id).path("finished_at").asText("").isEmpty());
    }
    await()
        .atMost(LONG)
        .until(() -> node.client.post("/tasks?source=s15&collection=c").status() == 201);
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(node.client.get("/metrics").response().body())
                    .contains("millrace_flow_running{pool=\"default\",system=\"DEFAULT\"} 0.0"));
  }

  @Test
  void whatIsGrantedWhenItsWorkerHasGivenUpIsEndedAtOnce() throws Exception {
    String document = "sources: {s: {collections: [{name: c, run: {pull: {}}}]}}";
    assertThat(node.client.put("/sources", document).status()).isEqualTo(200);
    String id = node.client.queue("s", "c");
    try (Connection slow = node.database.connect()) {
      slow.setAutoCommit(false);
      slow.createStatement().execute("lock table event_journal in exclusive mode");
      assertThat(node.client.post("/workers/w/claims?wait=0").status()).isEqualTo(503);
    }
    await().atMost(LONG).until(() -> node.client.task(id).path("status").asText().equals("FAILED"));
    assertThat(node.client.task(id).path("message").asText()).contains("no longer waited");
  }

  /** As a disk that is full, or a standby that it was moved to: it answers, and takes nothing. */
  @Test
  void aNodeIsNotReadyWhileItsDatabaseCannotWrite() throws Exception {
    TestDatabase.setReadOnly(node.database, true);
    await().atMost(LONG).until(() -> node.client.get("/ready").status() == 503);
    await()
        .atMost(LONG)
        .until(() -> node.client.get("/ready").text("detail").contains("cannot write"));
    assertThat(node.client.get("/alive").status()).isEqualTo(200);

    TestDatabase.setReadOnly(node.database, false);
    await().atMost(LONG).until(() -> node.client.get("/ready").status() == 200);
  }
}
