package io.millrace.http.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pools through the API: their configs, pauses, and the record of who changed what. */
class FlowApiTest {
  private static final String SEED =
      """
      {"enabled": true, "maxConcurrency": 8, "sourceSystems": [
        {"systemName": "TDR", "reservedChannels": 2, "probability": 20},
        {"systemName": "COURTDOC", "reservedChannels": 2, "probability": 20},
        {"systemName": "DEFAULT", "reservedChannels": 1, "probability": 60}]}
      """;
  private static final String SOURCES =
      """
      sources:
        bank:
          collections:
            - {name: waits, run: {pull: {queue: nobody}}}
            - {name: slow, system: TDR, run: {process: [sleep, "60"]}}
      """;

  private TestNode node;

  @BeforeEach
  void start() {
    node = TestNode.start("millrace.worker.heartbeat = 200ms");
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private static List<String> fields(Answer refused) {
    List<String> fields = new ArrayList<>();
    refused.json().path("errors").forEach(error -> fields.add(error.path("field").asText()));
    return fields;
  }

  private void awaitStatus(String task, String status) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> node.client.task(task).path("status").asText().equals(status));
  }

  @Test
  void aConfigIsLiveAtOnceAndCanBePutBackAsItIsRead() {
    assertThat(node.client.get("/flow-control").json().at("/config/maxConcurrency").asInt())
        .isEqualTo(256);
    Answer put = node.client.put("/flow-control", SEED);
    assertThat(put.status()).isEqualTo(200);
    JsonNode now = node.client.get("/flow-control/pools/default").json();
    assertThat(now.at("/config/sourceSystems/1/systemName").asText()).isEqualTo("COURTDOC");
    assertThat(now.path("systems")).hasSize(3);
    assertThat(node.client.put("/flow-control", now.path("config").toString()).status())
        .isEqualTo(200);
  }

  @Test
  void aBadConfigIsRefusedWithAllItsErrorsAndTheOldOneStays() {
    node.client.put("/flow-control", SEED);
    Answer refused =
        node.client.put(
            "/flow-control",
            SEED.replace("\"maxConcurrency\": 8", "\"maxConcurrency\": 0")
                .replace("\"probability\": 60", "\"probability\": 160")
                .replace("\"TDR\"", "\"COURTDOC\""));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(fields(refused))
        .containsExactlyInAnyOrder(
            "maxConcurrency", "sourceSystems[1].systemName", "sourceSystems[2].probability");
    assertThat(node.client.get("/flow-control").json().at("/config/maxConcurrency").asInt())
        .isEqualTo(8);
  }

  @Test
  void aPoolThatIsPausedGrantsNothingUntilItIsResumed() {
    node.client.put("/sources", SOURCES);
    assertThat(node.client.post("/flow-control/pools/default/pause", "{}").status())
        .as("a pause needs a reason")
        .isEqualTo(400);
    JsonNode paused =
        node.client.post("/flow-control/pools/default/pause", "{\"reason\": \"upgrade\"}").json();
    assertThat(paused.at("/config/enabled").asBoolean()).isFalse();
    assertThat(paused.path("reason").asText()).isEqualTo("upgrade");
    String task = node.client.queue("bank", "slow");
    assertThat(node.client.get("/flow-control").json().path("waiting").asInt()).isEqualTo(1);
    assertThat(node.client.task(task).path("status").asText()).isEqualTo("SCHEDULED");
    node.client.post("/flow-control/pools/default/resume");
    awaitStatus(task, "RUNNING");
    JsonNode state = node.client.get("/flow-control").json();
    assertThat(state.path("running").asInt()).isEqualTo(1);
    node.client.post("/tasks/" + task + "/cancel");
  }

  @Test
  void aSystemThatIsPausedGetsNothingWhileTheOthersGoOn() {
    node.client.put("/flow-control", SEED);
    node.client.put("/sources", SOURCES + "      - {name: other}\n");
    String system = "/flow-control/pools/default/systems/TDR";
    assertThat(node.client.post(system + "/pause", "{}").status()).isEqualTo(400);
    Answer paused = node.client.post(system + "/pause", "{\"reason\": \"the bank asked us\"}");
    assertThat(paused.status()).isEqualTo(200);
    assertThat(paused.json().at("/config/sourceSystems/0/paused").asText())
        .isEqualTo("the bank asked us");
    assertThat(paused.header("ETag")).isNotEmpty();
    String held = node.client.queue("bank", "slow");
    awaitStatus(node.client.queue("bank", "other"), "SUCCESS");
    assertThat(node.client.task(held).path("status").asText()).isEqualTo("SCHEDULED");
    JsonNode resumed = node.client.post(system + "/resume").json();
    assertThat(resumed.at("/config/sourceSystems/0").has("paused")).isFalse();
    awaitStatus(held, "RUNNING");
    node.client.post("/tasks/" + held + "/cancel");
    JsonNode changes = node.client.get("/flow-control/pools/default/changes").json();
    assertThat(changes.at("/changes/1/reason").asText()).isEqualTo("the bank asked us");
    String nobody = "/flow-control/pools/default/systems/NOBODY/pause";
    Answer unknown = node.client.post(nobody, "{\"reason\": \"r\"}");
    assertThat(unknown.text("type")).isEqualTo("/problems/unknown-system");
    Answer none =
        node.client.post("/flow-control/pools/none/systems/A/pause", "{\"reason\": \"r\"}");
    assertThat(none.text("type")).isEqualTo("/problems/unknown-pool");
    assertThat(node.client.get("/flow-control/pools/default/changes").json().path("changes"))
        .as("nothing changed")
        .hasSameSizeAs(changes.path("changes"));
  }

  @Test
  void everyChangeIsOnRecord() {
    node.client.put("/flow-control", SEED);
    node.client.post("/flow-control/pools/default/pause", "{\"reason\": \"upgrade\"}");
    JsonNode first = node.client.get("/flow-control/pools/default/changes?limit=1").json();
    assertThat(first.at("/changes/0/reason").asText()).isEqualTo("upgrade");
    assertThat(first.at("/changes/0/changed_by").asText()).isNotEmpty();
    assertThat(first.at("/changes/0/changed_at").asText()).isNotEmpty();
    JsonNode second =
        node.client
            .get("/flow-control/pools/default/changes?after=" + first.path("after").asText())
            .json();
    assertThat(second.path("changes")).hasSize(1);
    assertThat(second.at("/changes/0/config/maxConcurrency").asInt()).isEqualTo(8);
  }

  @Test
  void aPoolCanBeMadeUsedAndRemovedAgain() {
    String sources = SOURCES.replace("{name: waits,", "{name: waits, pool: far,");
    assertThat(fields(node.client.put("/sources", sources)))
        .containsExactly("sources.bank.collections[0].pool");
    assertThat(node.client.get("/flow-control/pools/far").status()).isEqualTo(404);

    assertThat(node.client.put("/flow-control/pools/far", SEED).status()).isEqualTo(200);
    assertThat(node.client.put("/sources", sources).status()).isEqualTo(200);
    assertThat(node.client.get("/flow-control/pools").json().path("pools")).hasSize(2);
    String task = node.client.queue("bank", "waits");
    assertThat(node.client.task(task).path("pool").asText()).isEqualTo("far");
    assertThat(node.client.get("/flow-control/pools/far").json().path("waiting").asInt())
        .isEqualTo(1);

    assertThat(node.client.delete("/flow-control/pools/far").text("detail"))
        .contains("bank/waits runs in it");
    node.client.put("/sources", SOURCES);
    assertThat(node.client.delete("/flow-control/pools/far").text("detail"))
        .contains("1 task runs or waits in it");
    node.client.post("/tasks/" + task + "/cancel");
    assertThat(node.client.delete("/flow-control/pools/far").status()).isEqualTo(204);
    assertThat(node.client.delete("/flow-control/pools/far").status()).isEqualTo(404);
    assertThat(node.client.delete("/flow-control/pools/default").status()).isEqualTo(409);
  }

  @Test
  void aTaskOfAnotherPoolRunsOnTheNodesWorkers() {
    node.client.put("/flow-control/pools/far", SEED);
    node.client.put(
        "/sources", "sources: {bank: {collections: [{name: quick, pool: far, run: {noop: {}}}]}}");
    awaitStatus(node.client.queue("bank", "quick"), "SUCCESS");
  }

  @Test
  void whatIsNoPoolIsSaidSo() {
    assertThat(node.client.put("/flow-control/pools/a%20b", SEED).status()).isEqualTo(400);
    assertThat(node.client.put("/flow-control/pools/far", "nonsense").status()).isEqualTo(400);
    assertThat(node.client.post("/flow-control/pools/far/pause", "{\"reason\": \"x\"}").status())
        .isEqualTo(404);
    assertThat(node.client.get("/flow-control/pools/default/changes?after=x").status())
        .isEqualTo(400);
  }

  @Test
  void aPoolThatAJobRunsInStays() {
    String job =
        """
        id: 7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a
        project: reports
        name: daily load
        steps: [{name: extract, run: {noop: {}}, pool: far}]
        """;
    node.client.put("/flow-control/pools/far", SEED);
    assertThat(node.client.put("/jobs", "application/yaml", job).status()).isEqualTo(201);
    Answer refused = node.client.delete("/flow-control/pools/far");
    assertThat(refused.text("detail")).contains("the job reports/daily load");
    node.client.put("/jobs", "application/yaml", job.replace(", pool: far", ""));
    assertThat(node.client.delete("/flow-control/pools/far").status()).isEqualTo(204);
  }
}
