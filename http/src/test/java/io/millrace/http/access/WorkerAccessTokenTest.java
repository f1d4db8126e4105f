package io.millrace.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.RawSocket;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a worker's token is bound to, and what is another's. */
class WorkerAccessTokenTest {
  private static final String SOURCES =
      """
      sources:
        t:
          collections:
            - {name: a, run: {pull: {queue: a}}}
            - {name: b, run: {pull: {queue: b}}}
            - {name: gone, run: {pull: {queue: gone}}}
            - {name: slow, run: {process: [sleep, "60"]}}
      """;
  private static final String JOB =
      """
      id: 0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f
      project: vault
      name: j
      steps:
        - {name: s, run: {pull: {queue: secret}}, secrets: [key]}
      """;

  private static TestNode node;
  private static TestClient api;
  private static TestClient ann;
  private static TestClient ben;

  @BeforeAll
  static void start() {
    node = TestNode.start("millrace.worker.heartbeat = 60s");
    api = node.client;
    assertThat(api.put("/sources", SOURCES).status()).isEqualTo(200);
    ann = token("");
    ben = token("");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** A client with a new token, with these fields more. */
  private static TestClient token(String fields) {
    return node.with(made(fields).text("token"));
  }

  private static Answer made(String fields) {
    return api.post("/tokens", "{\"name\": \"w\", \"role\": \"worker\"" + fields + "}");
  }

  private static JsonNode claimed(TestClient client, String worker, String queue) {
    Answer answer = client.post("/workers/" + worker + "/claims?wait=30s&queue=" + queue);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    assertThat(answer.json().path("tasks")).hasSize(1);
    return answer.json().path("tasks").get(0);
  }

  private static Answer report(TestClient client, JsonNode task, String what, String fields) {
    return client.post(
        "/tasks/" + task.path("task_id").asText() + "/" + what,
        "{\"attempt_uid\": \"" + task.path("attempt_uid").asText() + "\", " + fields + "}");
  }

  private static void isForbidden(Answer answer) {
    isForbidden(answer, "token");
  }

  private static void isForbidden(Answer answer, String said) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(403);
    assertThat(answer.text("type")).isEqualTo("/problems/forbidden");
    assertThat(answer.text("detail")).contains(said);
  }

  @Test
  void whatOneTokensWorkerRunsIsNoneOfAnothersBusiness() {
    String id = api.queue("t", "a");
    JsonNode task = claimed(ann, "ann-1", "a");
    String uid = task.path("attempt_uid").asText();
    isForbidden(report(ben, task, "progress", "\"percent\": 99"));
    isForbidden(report(ben, task, "logs", "\"lines\": [{\"message\": \"forged\"}]"));
    isForbidden(report(ben, task, "finish", "\"outcome\": \"success\""));
    isForbidden(ben.post("/workers/ann-1/heartbeat", "{\"attempts\": []}"), "ann-1");
    isForbidden(ben.post("/workers/ann-1/claims?wait=0s&queue=a"), "ann-1");
    isForbidden(
        ben.post("/workers/ben-1/heartbeat", "{\"attempts\": [\"" + uid + "\"]}"), "another");
    JsonNode shown = api.task(id);
    assertThat(shown.path("status").asText()).isEqualTo("RUNNING");
    assertThat(shown.path("percent").isNull()).isTrue();
    assertThat(api.get("/tasks/" + id + "/logs").json().path("logs")).isEmpty();

    Answer beat = ann.post("/workers/ann-1/heartbeat", "{\"attempts\": [\"" + uid + "\"]}");
    assertThat(beat.json().path("stop")).as(beat.response().body()).isEmpty();
    assertThat(report(ann, task, "progress", "\"percent\": 10").status()).isEqualTo(200);
    assertThat(report(api, task, "logs", "\"lines\": [{\"message\": \"by hand\"}]").status())
        .as("an operator may say anything of any task")
        .isEqualTo(200);
    assertThat(report(ann, task, "finish", "\"outcome\": \"success\"").status()).isEqualTo(200);
  }

  @Test
  void whatANodeRunsIsReportedOnByTokensThatAreNotBoundOnly() {
    String id = api.queue("t", "slow");
    await().until(() -> api.task(id).path("status").asText().equals("RUNNING"));
    JsonNode task =
        Json.object(
            "{\"task_id\": \"%s\", \"attempt_uid\": \"%s\"}"
                .formatted(id, id.substring(id.length() - 36)));
    isForbidden(report(token(", \"queues\": [\"a\"]"), task, "finish", "\"outcome\": \"success\""));
    isForbidden(report(token(", \"pools\": [\"x\"]"), task, "finish", "\"outcome\": \"success\""));
    assertThat(report(ben, task, "finish", "\"outcome\": \"success\"").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "/workers/x-1/claims?wait=0s&queue=a, the worker 'x-1'",
    "/workers/a-1/claims?wait=0s&queue=b, the queue 'b'",
    "/workers/a-1/claims?wait=0s&queue=a&queue=b, the queue 'b'",
    "/workers/a-1/claims?wait=0s, the queue 'default'",
    "/workers/a-1/claims?wait=0s&queue=a&pool=other, the pool 'other'",
    "/workers/x-1/heartbeat, the worker 'x-1'",
    "/flow-control/requests, the pool 'other'",
    "/flow-control/releases, the pool 'other'",
    "/flow-control/heartbeats, the pool 'other'",
  })
  void aTokenIsHeldToItsBounds(String path, String said) {
    TestClient bound =
        token(", \"queues\": [\"a\"], \"pools\": [\"default\"], \"worker_prefix\": \"a-\"");
    String body =
        path.startsWith("/flow")
            ? "{\"taskToken\": \"t\", \"pool\": \"other\"}"
            : "{\"attempts\": []}";
    isForbidden(bound.post(path, body), said);
    String id = "a-" + Integer.toHexString(path.hashCode());
    assertThat(bound.post("/workers/" + id + "/claims?wait=0s&queue=a").status()).isEqualTo(200);
    assertThat(bound.post("/workers/" + id + "/heartbeat", "{\"attempts\": []}").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"releases", "heartbeats"})
  void aTokenOfAnotherPoolIsNotFoundThere(String path) {
    String body = "{\"executionName\": \"x\", \"taskToken\": \"%s\"}".formatted(path);
    assertThat(api.post("/flow-control/requests?wait=0s", body).status()).isIn(200, 202);
    String alone = "{\"taskToken\": \"%s\"}".formatted(path);
    Answer bound = token(", \"pools\": [\"other\"]").post("/flow-control/" + path, alone);
    assertThat(bound.response().body()).containsAnyOf("\"released\":false", "unknown-task-token");
    Answer free = token(", \"pools\": [\"default\"]").post("/flow-control/" + path, alone);
    assertThat(free.response().body()).doesNotContain("\"released\":false", "unknown-task-token");
    api.post("/flow-control/releases", alone);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"taskToken\": \"\"}"})
  void aTokenOfAnyPoolMayAskForNothing(String body) {
    TestClient bound = token(", \"pools\": [\"other\"]");
    assertThat(bound.post("/flow-control/requests", body).status()).isEqualTo(200);
    assertThat(bound.post("/flow-control/releases", body).status()).isEqualTo(200);
    isForbidden(
        bound.post("/flow-control/requests", "{\"taskToken\": \"t\", \"executionName\": \"x\"}"),
        "the pool 'default'");
  }

  @Test
  void theBoundsOfATokenAreShown() {
    Answer made = made(", \"queues\": [\"a\", \"b\"], \"projects\": [\"my vault\"]");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    JsonNode listed = null;
    for (JsonNode token : api.get("/tokens?limit=1000").json().path("tokens")) {
      listed = token.path("id").asText().equals(made.text("id")) ? token : listed;
    }
    for (JsonNode shown : List.of(made.json(), listed)) {
      assertThat(shown.path("queues")).hasToString("[\"a\",\"b\"]");
      assertThat(shown.path("pools")).hasToString("[\"*\"]");
      assertThat(shown.path("worker_prefix").asText()).isEmpty();
      assertThat(shown.path("projects")).hasToString("[\"my vault\"]");
    }
    JsonNode all = made(", \"queues\": [\"*\"], \"projects\": [\"*\"]").json();
    assertThat(all.path("queues")).hasToString("[\"*\"]");
    assertThat(all.path("projects")).hasToString("[\"*\"]");
    assertThat(made("").json().path("projects")).hasToString("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"queues\": [] | queues",
        "\"queues\": \"a\" | queues",
        "\"queues\": [\"a/b\"] | queues[0]",
        "\"pools\": [\"a\", \"*\"] | pools[1]",
        "\"worker_prefix\": \"a b\" | worker_prefix",
        "\"worker_prefix\": \"\" | worker_prefix",
        "\"projects\": [7] | projects[0]",
      })
  void wrongBoundsAreRefused(String fields, String field) {
    Answer refused = made(", " + fields);
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(400);
    assertThat(refused.json().path("errors")).hasSize(1);
    assertThat(refused.json().path("errors").get(0).path("field").asText()).isEqualTo(field);
  }

  @Test
  void onlyWorkersAreBound() {
    Answer refused =
        api.post("/tokens", "{\"name\": \"o\", \"role\": \"operator\", \"pools\": [\"a\"]}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.response().body()).contains("pools").contains("role worker");
  }

  @Test
  void aTaskThatNeedsSecretsIsOnlyGivenToATokenOfItsProject() {
    assertThat(api.put("/projects/vault/secrets/key", "{\"value\": \"s3cr3t\"}").status())
        .isLessThan(300);
    Answer saved = api.put("/jobs", "application/yaml", JOB);
    assertThat(saved.status()).as(saved.response().body()).isLessThan(300);
    String step = "/jobs/0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f/tokens/2026-01-01T00:00:00Z";
    Answer ran =
        api.post(
            "/jobs/0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f/steps/s/run",
            "{\"logical_time\": \"2026-01-01T00:00:00Z\"}");
    assertThat(ran.status()).as(ran.response().body()).isLessThan(300);
    for (String bounds : List.of("", ", \"projects\": [\"other\"]")) {
      Answer nothing =
          token(bounds)
              .post("/workers/stranger" + bounds.length() + "/claims?wait=1s&queue=secret");
      assertThat(nothing.json().path("tasks")).as(nothing.response().body()).isEmpty();
    }
    assertThat(api.get(step).json().path("steps").get(0).path("waits_for").asText())
        .contains("'secret'")
        .contains("'vault'");
    JsonNode task = claimed(token(", \"projects\": [\"vault\"]"), "trusted", "secret");
    assertThat(task.path("secrets").path("key").asText()).isEqualTo("s3cr3t");
    assertThat(api.get(step).json().path("steps").get(0).path("waits_for").textValue()).isEmpty();
  }

  @Test
  void aClientThatHungUpIsGivenNothing() {
    try (RawSocket socket = RawSocket.open(node.address())) {
      socket.head("POST /workers/gone/claims?wait=60s&queue=gone", TestNode.TOKEN, 0);
      await().until(() -> waits("gone"));
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> !waits("gone"));
    String id = api.queue("t", "gone");
    JsonNode task = claimed(ann, "ann-2", "gone");
    assertThat(task.path("task_id").asText()).isEqualTo(id);
    assertThat(task.path("attempt_no").asInt()).isEqualTo(1);
  }

  private static boolean waits(String worker) {
    return !api.get("/workers/" + worker).json().path("queues").isEmpty();
  }
}
