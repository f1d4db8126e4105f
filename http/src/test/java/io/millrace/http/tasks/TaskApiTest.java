package io.millrace.http.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskApiTest {
  private static TestNode node;
  private static TestClient api;
  @TempDir private static Path temp;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = node.client;
    Answer saved =
        api.put(
            "/sources",
            """
sources:
  demo:
    collections:
      - {name: c, run: {process: [sh, -c, "sleep 0.5"]}}
      - {name: noop, run: {noop: {}}}
      - {name: long, run: {process: [sleep, "60"]}}
      - {name: fails, run: {process: [sh, -c, "echo broken >&2; exit 3"]}}
      - name: talks
        run: {process: [sh, -c, "for i in 1 2 3 4 5; do echo line $i; done; echo bad >&2"]}
      - name: late
        timeout: 1s
        run: {process: [sh, -c, "sleep 1000 & echo $! > TEMP/child; echo waiting; wait"]}
      - name: missing
        run: {process: [no-such-program]}
        user_messages: {misconfigured: "We are on it.", timeout: "Slow."}
      - {name: often, schedule: {every: 1s, from: 2026-01-01T00:00:00Z}}
"""
                .replace("TEMP", temp.toString()));
    assertThat(saved.status()).as(saved.response().body()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode awaitEnd(String id) {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> api.task(id), task -> !task.path("finished_at").asText().isEmpty());
  }

  @Test
  void theIdOfATaskFitsIntoAUrlWhateverItsJobIsCalledAndAnOldOneIsStillRead() {
    String job = "5e0b7a66-7d4e-4f57-9a53-4b8f2f0c9d11";
    api.put(
        "/jobs",
        "application/yaml",
        """
        {id: %s, project: my reports, name: daily load, steps: [{name: load all, run: {noop: {}}}]}
        """
            .formatted(job));
    String run = "/jobs/" + job + "/steps/load%20all/run";
    String id =
        api.post(run, "{\"logical_time\": \"2026-01-31T00:00:00Z\"}")
            .json()
            .path("task_id")
            .asText();
    assertThat(id).matches("my-reports\\.daily-load_load-all_[0-9a-f-]{36}");
    JsonNode task = awaitEnd(id);
    assertThat(task.path("id").asText()).isEqualTo(id);
    assertThat(task.path("source").asText()).isEqualTo("my reports.daily load");
    assertThat(api.get("/tasks/" + id + "/logs").status()).isEqualTo(200);
    String uid = id.substring(id.length() - 36);
    Answer old = api.get("/tasks/my%20reports.daily%20load_load%20all_" + uid);
    assertThat(old.json()).isEqualTo(task);
    assertThat(api.get("/tasks/other_load-all_" + uid).status()).isEqualTo(404);
    api.delete("/jobs/" + job);
  }

  @Test
  void aRefreshRunsFromRequestToSuccess() {
    Answer created = api.post("/tasks?source=demo&collection=c");
    assertThat(created.status()).isEqualTo(201);
    String id = created.text("task_id");
    assertThat(api.get("/tasks/" + id).status()).isEqualTo(200);

    Answer again = api.post("/tasks?source=demo&collection=c");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.text("task_id")).isEqualTo(id);

    JsonNode task = awaitEnd(id);
    assertThat(task.path("status").asText()).isEqualTo("SUCCESS");
    Instant started = Instant.parse(task.path("started_at").asText());
    assertThat(started).isAfterOrEqualTo(Instant.parse(task.path("created_at").asText()));
    assertThat(Instant.parse(task.path("finished_at").asText())).isAfter(started);
    assertThat(task.path("reason").asText()).isEqualTo("manual");
    assertThat(task.path("priority").asInt()).isEqualTo(300);
    assertThat(api.post("/tasks?source=demo&collection=c").status()).as("a new one").isEqualTo(201);
  }

  @Test
  void fiftyRequestsAtOnceMakeOneTask() {
    List<CompletableFuture<Answer>> calls = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      calls.add(api.postAsync("/tasks?source=demo&collection=long"));
    }
    List<Answer> answers = calls.stream().map(CompletableFuture::join).toList();
    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(49);
    Set<String> ids = new HashSet<>();
    answers.forEach(answer -> ids.add(answer.text("task_id")));
    assertThat(ids).hasSize(1);
    api.post("/tasks/" + ids.iterator().next() + "/cancel");
  }

  @Test
  void theOutputOfAProcessIsItsLogInOrder() {
    String id = api.queue("demo", "talks");
    awaitEnd(id);
    JsonNode logs = api.get("/tasks/" + id + "/logs").json().path("logs");
    List<String> info = new ArrayList<>();
    logs.forEach(
        line -> {
          if (line.path("level").asText().equals("info")) {
            info.add(line.path("message").asText());
          } else {
            assertThat(line.path("message").asText()).isEqualTo("bad");
          }
        });
    assertThat(info).containsExactly("line 1", "line 2", "line 3", "line 4", "line 5");
    assertThat(logs).hasSize(6);
    assertThat(api.get("/tasks/" + id + "/logs?start=2100-01-01T00:00:00Z").json().path("logs"))
        .isEmpty();
  }

  @Test
  void aProcessThatFailsSaysHow() {
    JsonNode task = awaitEnd(api.queue("demo", "fails"));
    assertThat(task.path("status").asText()).isEqualTo("FAILED");
    assertThat(task.path("message").asText()).contains("3").contains("broken");
    assertThat(task.path("user_message").asText())
        .isEqualTo("Something went wrong while we worked on it.");
  }

  @Test
  void whoseDataItIsReadsWhatTheDefinitionSays() {
    JsonNode task = awaitEnd(api.queue("demo", "missing"));
    assertThat(task.path("message").asText()).contains("no-such-program");
    assertThat(task.path("user_message").asText()).isEqualTo("We are on it.");
    JsonNode shown = api.get("/sources/demo/collections/missing/explain").json();
    assertThat(shown.path("refresh_disabled_user_friendly_reason").asText())
        .isEqualTo("We are on it.");
    assertThat(shown.path("refresh_disabled_message").asText()).contains("no-such-program");
    assertThat(shown.at("/next/text").asText())
        .contains("We are on it.")
        .doesNotContain("no-such-program");
  }

  @Test
  void aProcessThatOutlivesItsTimeoutIsKilledWithItsChildren() throws Exception {
    JsonNode task = awaitEnd(api.queue("demo", "late"));
    assertThat(task.path("status").asText()).isEqualTo("FAILED");
    assertThat(task.path("message").asText()).contains("timeout");
    long child = Long.parseLong(Files.readString(temp.resolve("child")).strip());
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void aCanceledTaskStaysCanceled() {
    String id = api.queue("demo", "long");
    assertThat(api.post("/tasks/" + id + "/cancel").text("status")).isEqualTo("CANCELED");
    Answer again = api.post("/tasks/" + id + "/cancel");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("type")).endsWith("already-final");
    String uid = id.substring(id.length() - 36);
    Answer late =
        api.post(
            "/tasks/" + id + "/finish",
            "{\"attempt_uid\": \"" + uid + "\", \"outcome\": \"success\"}");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.text("type")).endsWith("stale-attempt");
    assertThat(api.task(id).path("status").asText()).isEqualTo("CANCELED");
  }

  @Test
  void theWorkerOfATaskMayReportItsEnd() {
    String id = api.queue("demo", "long");
    String uid = id.substring(id.length() - 36);
    Answer reported =
        api.post(
            "/tasks/" + id + "/finish",
            "{\"attempt_uid\": \"%s\", \"outcome\": \"failure\", \"message\": \"bank closed\"}"
                .formatted(uid));
    assertThat(reported.status()).as(reported.response().body()).isEqualTo(200);
    assertThat(api.task(id).path("message").asText()).isEqualTo("bank closed");
    assertThat(api.task(id).path("status").asText()).isEqualTo("FAILED");
  }

  @Test
  void aScheduleFiresByItself() {
    String query =
        "/tasks?source=demo&collection=often&status=SUCCESS"
            + "&start=2026-01-01T00:00:00Z&end=2100-01-01T00:00:00Z";
    JsonNode tasks =
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> api.get(query).json().path("tasks"), found -> found.size() >= 3);
    assertThat(tasks.get(0).path("reason").asText()).isEqualTo("schedule");
    assertThat(tasks.get(0).path("priority").asInt()).isEqualTo(200);
    assertThat(api.get("/sources/demo/collections/often").text("refresh_at")).isNotEmpty();
  }

  @Test
  void theListIsPagedNewestFirst() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String id = api.queue("demo", "noop");
      awaitEnd(id);
      made.add(0, id);
    }
    String all =
        "/tasks?source=demo&collection=noop&start=2026-01-01T00:00:00Z&end=2100-01-01T00:00:00Z";
    List<String> paged = new ArrayList<>();
    String after = "";
    do {
      JsonNode page = api.get(all + "&limit=2" + after).json();
      page.path("tasks").forEach(task -> paged.add(task.path("id").asText()));
      after = page.has("after") ? "&after=" + page.path("after").asText() : "";
    } while (!after.isEmpty());
    assertThat(paged).containsExactlyElementsOf(made);
  }
}
