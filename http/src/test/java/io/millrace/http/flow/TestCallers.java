package io.millrace.http.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.SourceSystem;
import io.millrace.engine.node.Engine;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** External callers of a pool of their own, as they would use the API. */
final class TestCallers {
  private static final AtomicInteger POOLS = new AtomicInteger();

  final String pool = "pool-" + POOLS.incrementAndGet();
  private final TestClient client;

  private TestCallers(TestClient client) {
    this.client = client;
  }

  static TestCallers of(TestNode node, int channels) {
    return of(node, PoolConfig.ofChannels(channels));
  }

  static TestCallers of(TestNode node, PoolConfig config) {
    TestCallers callers = new TestCallers(node.client);
    callers.configure(node.engine(), config);
    return callers;
  }

  void configure(Engine engine, PoolConfig config) {
    engine.pools().put(pool, config, "tests").toCompletableFuture().join();
  }

  static PoolConfig seed() {
    return new PoolConfig(
        true,
        8,
        List.of(
            new SourceSystem("TDR", 2, 20),
            new SourceSystem("COURTDOC", 2, 20),
            new SourceSystem("DEFAULT", 1, 60)));
  }

  /** The machine may be busy. */
  static ConditionFactory patiently() {
    return Awaitility.await().atMost(Duration.ofSeconds(30));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private String request(String token, String name, String more) {
    return json(
        "{'pool':'%s','taskToken':'%s','executionName':'%s'%s}".formatted(pool, token, name, more));
  }

  /** Asks for what can be said at once. */
  Answer ask(String token) {
    return ask(token, "job_" + token, "");
  }

  Answer ask(String token, String name, String more) {
    return client.post("/flow-control/requests?wait=0s", request(token, name, more));
  }

  /** Asks until it has the channel. */
  Answer obtain(String token) {
    return obtain(token, "job_" + token, "");
  }

  Answer obtain(String token, String name, String more) {
    Answer[] last = new Answer[1];
    patiently()
        .until(
            () -> {
              last[0] = client.post("/flow-control/requests?wait=5s", request(token, name, more));
              return last[0].status() != 202;
            });
    assertThat(last[0].status()).as(last[0].response().body()).isEqualTo(200);
    assertThat(last[0].text("status")).isEqualTo("granted");
    return last[0];
  }

  /** Asks and waits for as long as a caller may. */
  CompletableFuture<Answer> await(String token) {
    return client.postAsync("/flow-control/requests?wait=60s", request(token, "job_" + token, ""));
  }

  /** Asks without a channel being free, and gives the task's id. */
  String wait(String token, String more) {
    Answer answer = ask(token, "job_" + token, more);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(202);
    assertThat(answer.text("status")).isEqualTo("waiting");
    return answer.text("taskId");
  }

  Answer heartbeat(String token) {
    return client.post(
        "/flow-control/heartbeats", json("{'pool':'%s','taskToken':'%s'}".formatted(pool, token)));
  }

  boolean release(String token) {
    return release(token, "");
  }

  boolean release(String token, String more) {
    Answer answer =
        client.post(
            "/flow-control/releases",
            json("{'pool':'%s','taskToken':'%s'%s}".formatted(pool, token, more)));
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    JsonNode released = answer.json().path("released");
    assertThat(released.isBoolean()).isTrue();
    return released.booleanValue();
  }

  String status(String taskId) {
    return client.task(taskId).path("status").asText();
  }

  void awaitStatus(String taskId, String status) {
    patiently().untilAsserted(() -> assertThat(status(taskId)).isEqualTo(status));
  }
}
