package io.millrace.http.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.SourceSystem;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What external callers call their requests: task tokens and names. */
class ChannelTokenTest {
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start("", new TestClock());
    api = node.client;
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{}", "{\"taskToken\": \"\"}"})
  void aReleaseOfNothingOnlyHasTheOthersLookedAfter(String body) {
    Answer answer = api.post("/flow-control/releases", body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    assertThat(answer.response().body()).isEqualTo("{\"released\":false}");
  }

  @Test
  void aTokenAloneNamesTheRequestInWhateverPoolItIs() {
    TestCallers callers = TestCallers.of(node, 1);
    String alone = "{\"taskToken\": \"alone\"}";
    String task = callers.obtain("alone").text("taskId");
    Answer kept = api.post("/flow-control/heartbeats", alone);
    assertThat(kept.status()).isEqualTo(200);
    assertThat(kept.text("pool")).isEqualTo(callers.pool);
    assertThat(api.post("/flow-control/releases", alone).json().path("released").asBoolean())
        .isTrue();
    assertThat(callers.status(task)).isEqualTo("SUCCESS");
    callers.obtain("next");
    assertThat(api.post("/flow-control/releases", alone).json().path("released").asBoolean())
        .isFalse();
  }

  @Test
  void aTokenOfSeveralPoolsNeedsThePool() {
    TestCallers here = TestCallers.of(node, 1);
    TestCallers there = TestCallers.of(node, 1);
    String twice = "{\"taskToken\": \"twice\"}";
    here.obtain("twice");
    there.obtain("twice");
    for (String path : List.of("/flow-control/releases", "/flow-control/heartbeats")) {
      Answer refused = api.post(path, twice);
      assertThat(fields(refused)).containsExactly("pool");
      assertThat(refused.text("detail")).contains(here.pool).contains(there.pool);
    }
    assertThat(here.release("twice")).isTrue();
    assertThat(api.post("/flow-control/releases", twice).json().path("released").asBoolean())
        .as("only one is left")
        .isTrue();
    there.obtain("next");
  }

  @Test
  void aNameBeginsWithAnySystem() {
    TestCallers callers =
        TestCallers.of(
            node,
            new PoolConfig(
                true,
                3,
                List.of(
                    new SourceSystem("Crown Archive/Zürich", 0, 50),
                    new SourceSystem("DEFAULT", 0, 50))));
    String name = "Crown Archive/Zürich_import 7";
    Answer granted = callers.obtain("a", name, "");
    assertThat(granted.text("executionName")).isEqualTo(name);
    assertThat(granted.text("system")).isEqualTo("Crown Archive/Zürich");
    String id = granted.text("taskId");
    assertThat(id).matches("[A-Za-z0-9._~-]+");
    assertThat(api.task(id).path("collection").asText()).isEqualTo(name);
    JsonNode listed =
        api.get(
                "/tasks?source=external&start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z"
                    + "&collection="
                    + URLEncoder.encode(name, StandardCharsets.UTF_8))
            .json()
            .path("tasks");
    assertThat(listed).extracting(task -> task.path("id").asText()).containsExactly(id);
    assertThat(api.post("/tasks/" + id + "/cancel").status()).isEqualTo(200);
    assertThat(callers.status(id)).isEqualTo("CANCELED");
  }

  /** Answers say "" where there is nothing, so a request may say it, too. */
  @Test
  void anEmptyCallbackAddressIsNone() {
    TestCallers callers = TestCallers.of(node, 1);
    callers.obtain("a", "TDR_1", ",'callbackUrl':''");
  }

  @Test
  void nullIsLikeNoField() {
    Answer granted =
        api.post(
            "/flow-control/requests",
            """
            {"pool": null, "executionName": "TDR_null", "taskToken": "null", "callbackUrl": null,
             "lease": null, "priority": null, "executionId": null}
            """);
    assertThat(granted.status()).as(granted.response().body()).isIn(200, 202);
    assertThat(granted.text("pool")).isEqualTo("default");
    String release = "{\"taskToken\": \"null\", \"pool\": null, \"outcome\": null}";
    assertThat(api.post("/flow-control/releases", release).status()).isEqualTo(200);
  }

  private static List<String> fields(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(400);
    return answer.json().path("errors").findValuesAsText("field");
  }
}
