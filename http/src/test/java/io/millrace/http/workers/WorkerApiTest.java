package io.millrace.http.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WorkerApiTest {
  private static final String SOURCES =
      """
      sources:
        w:
          collections:
            - {name: whole, run: {pull: {queue: whole, body: {rows: [1, 2], deep: {x: true}}}}}
            - {name: canceled, run: {pull: {queue: canceled}}}
            - {name: fails, run: {pull: {queue: fails}}, retry: {delays: [0s]}}
            - {name: shown, run: {pull: {queue: shown}}, system: BATCH}
            - {name: m1, run: {pull: {queue: many-1}}}
            - {name: m2, run: {pull: {queue: many-2}}}
            - {name: m3, run: {pull: {queue: many-2}}}
            - {name: plain, run: {pull: {}}}
            - {name: found, run: {pull: {queue: found}}}
      """;

  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    // Nobody here sends heartbeats in time: nobody must be thought lost for that.
    node = TestNode.start("millrace.worker.heartbeat = 60s");
    api = node.client;
    Answer saved = api.put("/sources", SOURCES);
    assertThat(saved.status()).as(saved.response().body()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Answer claim(String worker, String query) {
    return api.post("/workers/" + worker + "/claims?" + query);
  }

  /** Claims until it gets a task, as a worker does. */
  private static JsonNode claimed(String worker, String queue) {
    Answer answer = claim(worker, "wait=30s&queue=" + queue);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    assertThat(answer.json().path("tasks")).hasSize(1);
    return answer.json().path("tasks").get(0);
  }

  private static Answer report(JsonNode task, String what, String fields) {
    return api.post(
        "/tasks/" + task.path("task_id").asText() + "/" + what,
        "{\"attempt_uid\": \"" + task.path("attempt_uid").asText() + "\", " + fields + "}");
  }

  private static void isStale(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(409);
    assertThat(answer.text("type")).endsWith("stale-attempt");
  }

  private static Answer heartbeat(String worker, String... attempts) {
    return api.post(
        "/workers/" + worker + "/heartbeat",
        Json.MAPPER
            .createObjectNode()
            .set("attempts", Json.MAPPER.valueToTree(attempts))
            .toString());
  }

  @Test
  void aTaskIsClaimedReportedOnAndFinished() {
    CompletableFuture<Answer> waiting = api.postAsync("/workers/ann/claims?wait=60&queue=whole");
    String id = api.queue("w", "whole");
    Answer answer = waiting.join();
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    assertThat(answer.json().path("heartbeat_seconds").asInt()).isEqualTo(60);
    JsonNode task = answer.json().path("tasks").get(0);
    assertThat(task.path("task_id").asText()).isEqualTo(id);
    assertThat(id).endsWith(task.path("attempt_uid").asText());
    assertThat(task.path("attempt_no").asInt()).isEqualTo(1);
    assertThat(task.path("source").asText()).isEqualTo("w");
    assertThat(task.path("collection").asText()).isEqualTo("whole");
    assertThat(task.path("logical_time").isNull()).isTrue();
    assertThat(task.path("system").asText()).isEqualTo("DEFAULT");
    assertThat(task.path("pool").asText()).isEqualTo("default");
    assertThat(task.path("body")).isEqualTo(Json.object("{\"rows\":[1,2],\"deep\":{\"x\":true}}"));
    for (String empty : List.of("inputs", "config", "secrets")) {
      assertThat(task.path(empty)).as("only steps of jobs have " + empty).hasToString("{}");
    }
    JsonNode shown = api.task(id);
    assertThat(shown.path("status").asText()).isEqualTo("RUNNING");
    assertThat(shown.path("worker").asText()).isEqualTo("ann");
    assertThat(shown.path("deadline")).isEqualTo(task.path("deadline"));
    assertThat(shown.path("percent").isNull()).isTrue();
    assertThat(shown.path("user_friendly_status").asText()).isEmpty();

    assertThat(report(task, "progress", "\"percent\": 40").status()).isEqualTo(200);
    assertThat(report(task, "progress", "\"user_friendly_status\": \"Halfway…\"").status())
        .isEqualTo(200);
    assertThat(api.task(id).path("percent").asInt()).isEqualTo(40);
    assertThat(api.task(id).path("user_friendly_status").asText()).isEqualTo("Halfway…");

    Answer logged =
        report(
            task,
            "logs",
            """
            "lines": [
              {"message": "first", "time": "2026-01-31T06:00:00Z"},
              {"message": "bad\\u0000", "level": "error"}, {"message": "last", "level": "info"}]
            """);
    assertThat(logged.status()).as(logged.response().body()).isEqualTo(200);
    List<String> lines = new ArrayList<>();
    api.get("/tasks/" + id + "/logs")
        .json()
        .path("logs")
        .forEach(
            line -> lines.add(line.path("level").asText() + " " + line.path("message").asText()));
    assertThat(lines).containsExactly("info first", "error bad\uFFFD", "info last");

    assertThat(report(task, "finish", "\"outcome\": \"success\"").status()).isEqualTo(200);
    JsonNode ended = api.task(id);
    assertThat(ended.path("status").asText()).isEqualTo("SUCCESS");
    assertThat(ended.path("percent").asInt()).isEqualTo(40);
    isStale(report(task, "progress", "\"percent\": 50"));
    isStale(report(task, "logs", "\"lines\": [{\"message\": \"late\"}]"));
    isStale(report(task, "finish", "\"outcome\": \"success\""));
    assertThat(api.task(id).path("percent").asInt()).isEqualTo(40);
  }

  @Test
  void whatAWorkerFoundIsShownAsItWasSent() throws Exception {
    String id = api.queue("w", "found");
    JsonNode task = claimed("fay", "found");
    assertThat(api.task(id).path("output").isNull()).isTrue();
    assertThat(api.task(id).path("logical_time").textValue()).isEmpty();
    String output = "{\"rows\":12345678901234567890.10,\"of\":[null,\"\"]}";
    assertThat(report(task, "finish", "\"outcome\": \"success\", \"output\": " + output).status())
        .isEqualTo(200);
    assertThat(api.get("/tasks/" + id).response().body()).contains("\"output\":" + output);
    assertThat(TestSql.value(node.database, "select output from task where collection = 'found'"))
        .isEqualTo(output);
  }

  @Test
  void anOutputThatIsTooLongFailsTheAttempt() {
    String id = api.queue("w", "found");
    JsonNode task = claimed("fay", "found");
    String output = "\"output\": \"" + "x".repeat(16_383) + "\"";
    assertThat(report(task, "finish", "\"outcome\": \"success\", " + output).status())
        .isEqualTo(200);
    JsonNode ended = api.task(id);
    assertThat(ended.path("status").asText()).isEqualTo("FAILED");
    assertThat(ended.path("message").asText()).contains("16385 characters").contains("16384");
    assertThat(ended.path("output").isNull()).isTrue();
  }

  @Test
  void aReportWithTheUidOfAnotherAttemptChangesNothing() {
    String id = api.queue("w", "plain");
    JsonNode task = claimed("eve", "default");
    String other =
        "{\"attempt_uid\": \"" + UUID.randomUUID() + "\", \"percent\": 1, \"lines\": []}";
    isStale(api.post("/tasks/" + id + "/progress", other.replace(", \"lines\": []", "")));
    isStale(api.post("/tasks/" + id + "/logs", other.replace("\"percent\": 1, ", "")));
    assertThat(api.task(id).path("percent").isNull()).isTrue();
    assertThat(report(task, "finish", "\"outcome\": \"success\"").status()).isEqualTo(200);
  }

  @Test
  void withoutWorkTheAnswerIsEmpty() {
    Answer answer = claim("idle", "wait=0&queue=nothing-here");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("tasks").isArray()).isTrue();
    assertThat(answer.json().path("tasks")).isEmpty();
  }

  @Test
  void aSecondClaimTakesThePlaceOfTheFirst() {
    CompletableFuture<Answer> first = api.postAsync("/workers/twin/claims?wait=60s&queue=twins");
    await().until(() -> api.get("/workers/twin").status() == 200);
    CompletableFuture<Answer> second = api.postAsync("/workers/twin/claims?wait=1s&queue=twins");
    assertThat(first.join().status()).isEqualTo(409);
    assertThat(first.join().text("type")).endsWith("replaced");
    assertThat(second.join().status()).isEqualTo(200);
  }

  @Test
  void theHeartbeatSaysWhatIsOver() {
    String id = api.queue("w", "canceled");
    String uid = claimed("bob", "canceled").path("attempt_uid").asText();
    String unknown = UUID.randomUUID().toString();
    assertThat(heartbeat("bob", uid).json().path("stop")).isEmpty();
    assertThat(heartbeat("bob").json().path("stop")).isEmpty();
    assertThat(heartbeat("someone-else", uid).json().path("stop")).hasSize(1);
    assertThat(api.post("/tasks/" + id + "/cancel").status()).isEqualTo(200);
    JsonNode stop =
        await().until(() -> heartbeat("bob", uid, unknown).json().path("stop"), s -> s.size() == 2);
    assertThat(stop).hasToString("[\"" + uid + "\",\"" + unknown + "\"]");
  }

  @Test
  void aClaimTakesNoMoreThanItAsksForFromAnyOfItsQueues() {
    List<String> all = List.of(api.queue("w", "m1"), api.queue("w", "m2"), api.queue("w", "m3"));
    List<String> got = new ArrayList<>();
    for (String queues :
        List.of("queue=many-1&queue=many-2", "queue=many-1,many-2", "queue=many-2")) {
      if (got.size() < all.size()) {
        JsonNode tasks = claim("max", "wait=30s&max=2&" + queues).json().path("tasks");
        assertThat(tasks.size()).isBetween(1, 2);
        tasks.forEach(task -> got.add(task.path("task_id").asText()));
      }
    }
    assertThat(got).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void workersAreShownWithWhatTheyRunAndWhatTheyWait() {
    String id = api.queue("w", "shown");
    JsonNode task = claimed("zoe", "shown");
    CompletableFuture<Answer> open = api.postAsync("/workers/zoe/claims?wait=60s&max=7&queue=b,a");
    JsonNode zoe =
        await().until(() -> api.get("/workers/zoe").json(), w -> w.path("slots").asInt() == 7);
    assertThat(zoe.path("kind").asText()).isEqualTo("remote");
    assertThat(zoe.path("queues")).hasToString("[\"a\",\"b\"]");
    assertThat(zoe.path("pools")).hasToString("[\"default\"]");
    assertThat(Instant.parse(zoe.path("last_seen").asText())).isNotNull();
    JsonNode running = zoe.path("running").get(0);
    assertThat(running.path("task_id").asText()).isEqualTo(id);
    assertThat(running.path("attempt_no").asInt()).isEqualTo(1);
    assertThat(running.path("system").asText()).isEqualTo("BATCH");
    assertThat(running.path("pool").asText()).isEqualTo("default");
    assertThat(running.path("deadline")).isEqualTo(task.path("deadline"));
    assertThat(running.path("started_at")).isEqualTo(api.task(id).path("started_at"));

    List<String> paged = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    String after = "";
    do {
      JsonNode page = api.get("/workers?limit=1" + after).json();
      page.path("workers")
          .forEach(
              worker -> {
                paged.add(worker.path("id").asText());
                kinds.add(worker.path("kind").asText());
              });
      after = page.has("after") ? "&after=" + page.path("after").asText() : "";
    } while (!after.isEmpty());
    assertThat(paged).isSorted().doesNotHaveDuplicates().contains("zoe");
    assertThat(kinds).containsOnlyOnce("node");
    String itself = paged.get(kinds.indexOf("node"));
    assertThat(api.get("/workers/" + itself).json().path("slots").asInt()).isEqualTo(16);
    assertThat(api.get("/workers/nobody").status()).isEqualTo(404);
    assertThat(api.get("/workers/nobody").text("type")).endsWith("unknown-worker");

    claim("zoe", "wait=0&queue=b"); // the open one is not needed any more
    assertThat(open.join().status()).isEqualTo(409);
    report(task, "finish", "\"outcome\": \"success\"");
  }

  @Test
  void aFailureSaysWhyAndWhenATryMayHelp() {
    String id = api.queue("w", "fails");
    JsonNode task = claimed("joe", "fails");
    Answer reported =
        report(
            task,
            "finish",
            "\"outcome\": \"failure\", \"reason\": \"bank closed\","
                + " \"user_message\": \"Later, please\", \"retry_after\": 3600");
    assertThat(reported.status()).as(reported.response().body()).isEqualTo(200);
    JsonNode ended = api.task(id);
    assertThat(ended.path("message").asText()).isEqualTo("bank closed");
    assertThat(ended.path("user_message").asText()).isEqualTo("Later, please");
    JsonNode collection = api.get("/sources/w/collections/fails").json();
    assertThat(Instant.parse(collection.path("refresh_at").asText()))
        .isEqualTo(Instant.parse(ended.path("finished_at").asText()).plus(Duration.ofHours(1)));

    api.queue("w", "fails");
    JsonNode again = claimed("joe", "fails");
    assertThat(
            report(
                    again,
                    "finish",
                    "\"outcome\": \"failure\", \"message\": \"gone\", \"retryable\": false")
                .status())
        .isEqualTo(200);
    assertThat(api.get("/sources/w/collections/fails").text("state")).isEqualTo("disabled");
  }

  @Test
  void whatIsNotForWorkersAnyMoreIsEndedAndNotGivenToThem() {
    String document = SOURCES.replaceAll("name: (\\w+)", "name: old-$1").replace("  w:", "  old:");
    assertThat(api.put("/sources", SOURCES + document.replace("sources:\n", "")).status())
        .isEqualTo(200);
    String gone = api.queue("old", "old-m1");
    String changed = api.queue("old", "old-m2");
    String without =
        document
            .replace("sources:\n", "")
            .replaceFirst(".*old-m1.*\n", "")
            .replaceFirst("(.*old-m2, run: ).*\n", "$1{noop: {}}}\n");
    assertThat(api.put("/sources", SOURCES + without).status()).isEqualTo(200);

    List<String> given = new ArrayList<>();
    for (String id : List.of(gone, changed)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                claim("late", "wait=1s&max=9&queue=many-1,many-2")
                    .json()
                    .path("tasks")
                    .forEach(task -> given.add(task.path("task_id").asText()));
                return api.task(id).path("status").asText().equals("FAILED");
              });
    }
    assertThat(given).doesNotContain(gone, changed);
    assertThat(api.task(gone).path("message").asText()).contains("no longer defined");
    assertThat(api.task(changed).path("message").asText()).contains("no longer for remote workers");
  }
}
