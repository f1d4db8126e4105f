package io.millrace.http.tasks;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks that a service does, from request to end, all of it over HTTP. */
class HttpRunTest {
  @RegisterExtension
  static final WireMockExtension SERVICE =
      WireMockExtension.newInstance().options(wireMockConfig().dynamicPort()).build();

  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = node.client;
    Answer saved =
        api.put(
            "/sources",
            """
            sources:
              bank:
                collections:
                  - {name: quick, run: {http: {url: "URL/quick"}}}
                  - {name: later, run: {http: {url: "URL/later"}}}
                  - {name: never, run: {http: {url: "URL/never"}}, timeout: 2s}
                  - {name: wrong, run: {http: {url: "URL/wrong"}}}
            """
                .replace("URL", SERVICE.baseUrl()));
    assertThat(saved.status()).as(saved.response().body()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void answers(String path, int status, String body) {
    SERVICE.stubFor(
        post(urlEqualTo(path)).willReturn(aResponse().withStatus(status).withBody(body)));
  }

  private static JsonNode awaitStatus(String id, String status) {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> api.task(id), task -> task.path("status").asText().equals(status));
  }

  private static void awaitCall(String path) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !SERVICE.findAll(postRequestedFor(urlEqualTo(path))).isEmpty());
  }

  private static Answer report(String id, String outcome) {
    return api.post(
        "/tasks/" + id + "/finish",
        "{\"attempt_uid\": \"%s\", \"outcome\": \"%s\", \"message\": \"7 rows\"}"
            .formatted(id.substring(id.length() - 36), outcome));
  }

  @Test
  void aServiceThatAnswers200HasDoneIt() {
    answers("/quick", 200, "{\"message\": \"found 42 rows\", \"output\": {\"rows\": 42}}");
    String id = api.queue("bank", "quick");
    JsonNode task = awaitStatus(id, "SUCCESS");
    assertThat(task.path("output")).hasToString("{\"rows\":42}");
    SERVICE.verify(
        1,
        postRequestedFor(urlEqualTo("/quick"))
            .withRequestBody(matchingJsonPath("$[?(@.task_id == '" + id + "')]")));
    assertThat(api.get("/tasks/" + id + "/logs").response().body()).contains("found 42 rows");
  }

  @Test
  void aServiceThatAnswers202ReportsLater() {
    answers("/later", 202, "");
    String id = api.queue("bank", "later");
    awaitCall("/later");
    awaitStatus(id, "RUNNING");
    await()
        .during(Duration.ofSeconds(1))
        .until(() -> api.task(id).path("status").asText().equals("RUNNING"));
    assertThat(report(id, "success").status()).isEqualTo(200);
    JsonNode task = api.task(id);
    assertThat(task.path("status").asText()).isEqualTo("SUCCESS");
    assertThat(task.path("message").asText()).isEqualTo("7 rows");
    assertThat(report(id, "failure").status()).as("final is final").isEqualTo(409);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                node.anonymous()
                    .get("/metrics")
                    .response()
                    .body()
                    .contains("millrace_flow_running{pool=\"default\",system=\"DEFAULT\"} 0.0"));
  }

  @Test
  void aServiceThatNeverReportsTimesOut() {
    answers("/never", 202, "");
    String id = api.queue("bank", "never");
    assertThat(awaitStatus(id, "FAILED").path("message").asText()).contains("timeout");
    assertThat(report(id, "success").status()).isEqualTo(409);
  }

  @Test
  void aServiceThatAnswers400HasRefusedIt() {
    answers("/wrong", 400, "no such account");
    JsonNode task = awaitStatus(api.queue("bank", "wrong"), "FAILED");
    assertThat(task.path("message").asText()).contains("400").contains("no such account");
    assertThat(task.path("user_message").asText())
        .isEqualTo("The provider did not accept the request.");
  }
}
