package io.millrace.http.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.demo.Demo;
import io.millrace.http.demo.DemoJobs;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs through the API: saved, shown, paused, listed, deleted. */
class JobApiTest {
  private static final String ID = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a";
  private static final String OTHER_ID = "11111111-2222-4333-8444-555555555555";
  private static final String YAML =
      """
      # The daily load; ä and 😀 are kept.
      id: 7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a
      project: reports
      name: daily load
      description: Loads what there is.
      triggers:
        - {name: daily, start: 2126-01-01T00:00:00Z, cron: "0 30 2 * * ?", zone: Europe/London}
      steps:
        - {name: extract, depends: [trigger/daily], run: {noop: {}}, timeout: 30m}
        - {name: load, depends: [step/extract, step/load@1d]}
      """;
  private static final String OTHER =
      """
      {"id": "11111111-2222-4333-8444-555555555555", "project": "reports", "name": "other",
       "steps": [{"name": "x", "depends": ["daily load/step/extract@1h"]}]}
      """;

  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @AfterEach
  void empty() {
    node.client.delete("/jobs/" + OTHER_ID);
    node.client.delete("/jobs/" + ID);
    assertThat(node.client.get("/jobs").json().path("jobs")).isEmpty();
  }

  private static Answer putYaml(String yaml) {
    return node.client.put("/jobs", "application/yaml", yaml);
  }

  private static Answer putJson(String json) {
    return node.client.put("/jobs", "application/json", json);
  }

  private static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.path(field).asText()));
    return texts;
  }

  @Test
  void aJobIsMadeReplacedShownAndDeleted() {
    Answer made = putYaml(YAML);
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.text("name")).isEqualTo("daily load");
    assertThat(made.text("description")).isEqualTo("Loads what there is.");
    assertThat(made.json().at("/steps/0/run").toString()).isEqualTo("{\"noop\":{}}");
    assertThat(made.json().path("paused").asBoolean()).isFalse();
    assertThat(made.text("saved_by")).isNotEmpty();
    assertThat(node.client.get("/jobs/" + ID).json()).isEqualTo(made.json());
    assertThat(putYaml(YAML).json()).as("the same again").isEqualTo(made.json());
    Answer replaced = putYaml(YAML.replace("30m", "20m"));
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(replaced.json().path("version").asLong())
        .isGreaterThan(made.json().path("version").asLong());
    assertThat(node.client.delete("/jobs/" + ID).status()).isEqualTo(204);
    assertThat(node.client.delete("/jobs/" + ID).status()).isEqualTo(404);
    assertThat(node.client.get("/jobs/" + ID).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "application/yaml, application/yaml",
    "application/x-yaml, application/x-yaml",
    "text/yaml, text/yaml; charset=UTF-8",
    "Text/YAML; charset=utf-8, text/yaml; charset=UTF-8"
  })
  void theTextIsGivenBackByteForByte(String sent, String given) {
    assertThat(node.client.put("/jobs", sent, YAML).status()).isEqualTo(201);
    Answer back = node.client.get("/jobs/" + ID + "/definition");
    assertThat(back.response().body()).isEqualTo(YAML);
    assertThat(back.header("Content-Type")).isEqualTo(given);
  }

  @Test
  void jsonIsGivenBackAsItWasToo() {
    putYaml(YAML);
    assertThat(putJson(OTHER).status()).isEqualTo(201);
    Answer back = node.client.get("/jobs/" + OTHER_ID + "/definition");
    assertThat(back.response().body()).isEqualTo(OTHER);
    assertThat(back.header("Content-Type")).isEqualTo("application/json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/xml"})
  void anotherContentTypeIsRefused(String type) {
    Answer refused = node.client.put("/jobs", type, YAML);
    assertThat(refused.status()).isEqualTo(415);
    assertThat(refused.text("detail")).contains("application/yaml", type);
    assertThat(node.client.put("/jobs", YAML).status()).as("none at all").isEqualTo(415);
  }

  @Test
  void whatIsNoUtf8IsRefused() {
    byte[] bytes = YAML.getBytes(StandardCharsets.ISO_8859_1);
    Answer refused =
        node.client.send(
            node.client
                .request("/jobs")
                .header("Content-Type", "application/yaml")
                .PUT(BodyPublishers.ofByteArray(bytes)));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("detail")).contains("is not UTF-8");
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    Answer refused =
        putYaml(
            YAML.replace("Europe/London", "Europe/Londn")
                .replace("step/extract,", "step/nope, nonsense, far/away/step/x,")
                .replace("{noop: {}}", "{magic: {}}, pool: sea, threshold: 0, colour: red"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(texts(refused.json().path("errors"), "field"))
        .containsExactlyInAnyOrder(
            "triggers[0].zone",
            "steps[0].run",
            "steps[0].pool",
            "steps[0].threshold",
            "steps[0].colour",
            "steps[1].depends[0]",
            "steps[1].depends[1]",
            "steps[1].depends[2]");
    assertThat(texts(refused.json().path("errors"), "value"))
        .contains("step/nope", "nonsense", "far/away/step/x");
    assertThat(node.client.get("/jobs/" + ID).status()).isEqualTo(404);
  }

  @Test
  void aCycleIsNamed() {
    Answer refused = putYaml(YAML.replace("trigger/daily", "step/load"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("detail")).contains("extract → load → extract");
  }

  @Test
  void whatAnotherJobWaitsForCannotGo() {
    putYaml(YAML);
    putJson(OTHER);
    Answer deleted = node.client.delete("/jobs/" + ID);
    assertThat(deleted.status()).isEqualTo(409);
    assertThat(deleted.text("type")).isEqualTo("/problems/in-use");
    assertThat(deleted.text("detail")).contains("reports/other");
    assertThat(putYaml(YAML.replace("name: daily load", "name: daily")).status()).isEqualTo(409);
    assertThat(putYaml(YAML.replace("extract", "fetch")).status()).isEqualTo(409);
    assertThat(
            putYaml(
                    YAML.replace("load, depends", "store, depends")
                        .replace("step/load", "step/store"))
                .status())
        .as("nobody waits for load")
        .isEqualTo(200);
  }

  @Test
  void aJobIsPausedWithAReasonAndUnpaused() {
    putYaml(YAML);
    Answer paused = node.client.post("/jobs/" + ID + "/pause", "{\"reason\": \"upgrade\"}");
    assertThat(paused.status()).isEqualTo(200);
    assertThat(paused.json().path("paused").asBoolean()).isTrue();
    JsonNode shown = node.client.get("/jobs/" + ID).json();
    assertThat(shown.path("pause_reason").asText()).isEqualTo("upgrade");
    assertThat(shown.path("paused_by").asText()).isNotEmpty();
    assertThat(shown.path("paused_at").asText()).isNotEmpty();
    assertThat(node.engine().jobs().jobs().find(UUID.fromString(ID)).orElseThrow().paused())
        .as("in force once it is answered")
        .isTrue();
    JsonNode going = node.client.post("/jobs/" + ID + "/unpause").json();
    assertThat(going.path("paused").asBoolean()).isFalse();
    assertThat(going.path("pause_reason").asText()).isEmpty();
    assertThat(node.client.post("/jobs/" + ID + "/pause").status()).as("no reason").isEqualTo(200);
    assertThat(node.client.post("/jobs/" + ID + "/pause", "{\"why\": 1}").status()).isEqualTo(400);
    assertThat(node.client.post("/jobs/" + OTHER_ID + "/pause").status()).isEqualTo(404);
    assertThat(node.client.post("/jobs/nonsense/unpause").status()).isEqualTo(404);
  }

  @Test
  void aJobThatRanShowsHowItStandsInTheList() {
    putYaml(YAML);
    Answer ran =
        node.client.post(
            "/jobs/" + ID + "/steps/load/run", "{\"logical_time\": \"2026-01-02T00:00:00Z\"}");
    assertThat(ran.status()).isEqualTo(200);
    String nextDay = "{\"logical_time\":\"2026-01-03T00:00:00.000Z\",\"states\":{\"WAITING\":1}}";
    await()
        .alias("what follows it a day later waits")
        .until(
            () -> node.client.get("/jobs").json().at("/jobs/0/latest").toString().equals(nextDay));
  }

  @Test
  void aDocumentIsCheckedWithoutBeingSaved() {
    Answer made = node.client.post("/jobs/check", "application/yaml", YAML);
    assertThat(made.status()).as(made.response().body()).isEqualTo(200);
    assertThat(made.text("result")).isEqualTo("created");
    assertThat(made.json().at("/triggers/0/schedule").asText())
        .isEqualTo("0 30 2 * * ? in Europe/London");
    assertThat(texts(made.json().at("/triggers/0/next"), "logical_time"))
        .hasSize(5)
        .startsWith("2126-01-01T00:00:00.000Z", "2126-01-01T02:30:00.000Z");
    assertThat(made.json().at("/triggers/0/due").asInt()).isZero();
    assertThat(made.json().at("/graph/edges")).hasSize(3);
    String past =
        YAML.replaceFirst(
            "start:.*}", "start: 2026-01-01T00:00:00Z, end: 2026-01-02T00:00:00Z, period: 1h}");
    JsonNode over = node.client.post("/jobs/check", "application/yaml", past).json();
    assertThat(over.at("/triggers/0/due").asInt()).isEqualTo(24);
    assertThat(over.at("/triggers/0/next")).isEmpty();
    assertThat(node.client.get("/jobs").json().path("jobs")).isEmpty();
    putYaml(YAML);
    putJson(OTHER);
    assertThat(node.client.post("/jobs/check", "application/yaml", YAML).text("result"))
        .isEqualTo("unchanged");
    Answer wrong = node.client.post("/jobs/check", "application/yaml", YAML.replace("30m", "soon"));
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(texts(wrong.json().path("errors"), "field")).containsExactly("steps[0].timeout");
    Answer used =
        node.client.post("/jobs/check", "application/yaml", YAML.replace("extract", "fetch"));
    assertThat(used.text("type")).isEqualTo("/problems/in-use");
    assertThat(node.client.post("/jobs/check", "text/plain", YAML).status()).isEqualTo(415);
    assertThat(node.client.get("/jobs/" + ID + "/definition").response().body()).isEqualTo(YAML);
  }

  @Test
  void theDemoHasThreeJobsAndLeavesThemAsTheyAre() {
    Demo.pools(node.engine());
    for (int twice = 0; twice < 2; twice++) {
      DemoJobs.put(node.engine().jobs().jobService(), Instant.now(), "demo")
          .toCompletableFuture()
          .join();
    }
    JsonNode jobs = node.client.get("/jobs").json().path("jobs");
    assertThat(texts(jobs, "name")).containsExactly("close", "settle", "prices");
    assertThat(jobs).allMatch(job -> job.path("next_fire").has("due_at"));
    for (UUID id : List.of(DemoJobs.CLOSE, DemoJobs.SETTLE, DemoJobs.PRICES)) {
      assertThat(node.client.delete("/jobs/" + id).status()).isEqualTo(204);
    }
  }

  @Test
  void jobsAndProjectsAreListed() {
    putYaml(YAML);
    putJson(OTHER);
    JsonNode first = node.client.get("/jobs?project=reports&limit=1").json();
    assertThat(texts(first.path("jobs"), "name")).containsExactly("daily load");
    assertThat(first.at("/jobs/0/steps").toString()).isEqualTo("[\"extract\",\"load\"]");
    String after = URLEncoder.encode(first.path("after").asText(), StandardCharsets.UTF_8);
    JsonNode second = node.client.get("/jobs?project=reports&after=" + after).json();
    assertThat(texts(second.path("jobs"), "name")).containsExactly("other");
    assertThat(second.has("after")).isFalse();
    assertThat(node.client.get("/jobs?project=none").json().path("jobs")).isEmpty();
    assertThat(node.client.get("/jobs?name=other").json().path("jobs")).hasSize(1);
    JsonNode found = node.client.get("/jobs?search=Reports/DAILY").json().path("jobs");
    assertThat(texts(found, "name")).containsExactly("daily load");
    assertThat(found.at("/0/next_fire/trigger").asText()).isEqualTo("daily");
    assertThat(found.at("/0/next_fire/due_at").asText()).isEqualTo("2126-01-01T00:00:00.000Z");
    assertThat(found.get(0).get("latest").isNull()).isTrue();
    assertThat(node.client.get("/projects").json().toString())
        .isEqualTo("{\"projects\":[{\"name\":\"reports\",\"jobs\":2}]}");
    assertThat(node.client.get("/jobs?after=nonsense").status()).isEqualTo(400);
    assertThat(node.client.get("/jobs?colour=red").status()).isEqualTo(400);
  }

  @Test
  void aGraphShowsWhatLeadsWhereAlsoInOtherJobs() {
    putYaml(YAML);
    putJson(OTHER);
    JsonNode graph = node.client.get("/jobs/" + ID + "/graph").json();
    assertThat(texts(graph.path("nodes"), "id"))
        .containsExactlyInAnyOrder(
            "reports/daily load/trigger/daily",
            "reports/daily load/step/extract",
            "reports/daily load/step/load",
            "reports/other/step/x");
    assertThat(graph.path("edges"))
        .hasSize(4)
        .extracting(JsonNode::toString)
        .contains(
            "{\"from\":\"reports/daily load/step/extract\",\"to\":\"reports/other/step/x\","
                + "\"on\":\"success\",\"offset\":\"1h\"}");
    assertThat(node.client.get("/jobs/" + OTHER_ID + "/graph").json().path("edges")).hasSize(1);
    assertThat(node.client.get("/jobs/nonsense/graph").status()).isEqualTo(404);
  }

  @Test
  void theExampleIsAppliedAsItSays() throws Exception {
    String yaml = Files.readString(Path.of("..", "docs", "examples", "job.yaml"));
    Answer made = putYaml(yaml);
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(node.client.delete("/jobs/" + made.text("id")).status()).isEqualTo(204);
  }
}
