package io.millrace.http.directory;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sources and sites that use the config and the secrets of a project. */
class SourceSecretsTest {
  private static final String SETTINGS =
      """
      millrace.worker.heartbeat = 60s
      millrace.secret-key = "bm9ib2R5IG11c3QgZXZlciByZWFkIHRoaXMga2V5ISE="
      """;

  @RegisterExtension
  static final WireMockExtension SERVICE =
      WireMockExtension.newInstance().options(wireMockConfig().dynamicPort()).build();

  private static DatabaseUrl database;
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    database = TestDatabase.fresh();
    begin();
    isOk(
        api.put(
            "/sources",
            """
sources:
  bank:
    project: my billing
    collections:
      - name: http
        run:
          http:
            url: ${config.base}/bank
            headers: {Authorization: "Bearer ${secret.bank}"}
            body: {password: "${secret.bank}"}
      - name: program
        secrets: [bank]
        run: {process: [sh, -c, "echo $MILLRACE_CONFIG_TABLE $MILLRACE_SECRET_BANK"]}
      - {name: missing, run: {http: {url: "URL/missing", headers: {Cookie: "${secret.gone}"}}}}
      - {name: pull, run: {pull: {queue: far}}, secrets: [bank]}
      - {name: waits, run: {pull: {queue: later}}, secrets: [bank]}
      - {name: open, run: {pull: {queue: open}}}
  plain:
    collections:
      - {name: own, run: {http: {url: "URL/", headers: {Cookie: "${secret.own}"}}}}
      - {name: program, run: {process: [sh, -c, "echo config $MILLRACE_CONFIG_TABLE"]}}
"""
                .replace("URL", SERVICE.baseUrl())));
    value("my%20billing/config/base", SERVICE.baseUrl());
    value("my%20billing/config/table", "accounts");
    value("my%20billing/secrets/bank", "s3cr3t-of-the-bank");
    value("default/config/table", "nobody asks for it");
    value("default/secrets/own", "s3cr3t-of-default");
  }

  private static void begin() {
    node = TestNode.start(SETTINGS, Clock.systemUTC(), database);
    api = node.client;
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void value(String path, String value) {
    assertThat(api.put("/projects/" + path, "{\"value\": \"" + value + "\"}").status())
        .isEqualTo(201);
  }

  private static JsonNode isOk(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isBetween(200, 201);
    return answer.json();
  }

  /** It answers only to this credential; what it says of it is no secret to it. */
  private static void wants(String header, String value) {
    SERVICE.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(401)));
    SERVICE.stubFor(
        post(anyUrl())
            .withHeader(header, equalTo(value))
            .willReturn(aResponse().withBody("you sent " + value)));
  }

  private static JsonNode ended(String id) {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> api.task(id), task -> !task.path("finished_at").asText().isEmpty());
  }

  private static String log(String id) {
    return api.get("/tasks/" + id + "/logs").response().body();
  }

  @Test
  void aSourceSendsASecretOfItsProject() {
    wants("Authorization", "Bearer s3cr3t-of-the-bank");
    String id = api.queue("bank", "http");
    assertThat(ended(id).path("status").asText()).isEqualTo("SUCCESS");
    assertThat(SERVICE.getAllServeEvents().get(0).getRequest().getBodyAsString())
        .contains("\"password\":\"s3cr3t-of-the-bank\"")
        .contains("\"table\":\"accounts\"");
    assertThat(log(id)).contains("you sent Bearer ***").doesNotContain("s3cr3t");
  }

  @Test
  void aSiteSendsASecretOfItsProject() {
    wants("Authorization", "Bearer s3cr3t-of-the-bank");
    String site =
        """
        {"provider": "p", "project": "my billing", "run": {"http": {
          "url": "%s/site", "headers": {"Authorization": "Bearer ${secret.bank}"}}}}
        """
            .formatted(SERVICE.baseUrl());
    assertThat(isOk(api.put("/sites/isp", site)).has("warnings")).isFalse();
    isOk(api.put("/clients/c", "{\"name\": \"C\"}"));
    isOk(api.put("/users/ann", "{\"client\": \"c\"}"));
    isOk(api.put("/user-sites/ann-isp", "{\"user\": \"ann\", \"site\": \"isp\"}"));
    String id = isOk(api.post("/user-sites/ann-isp/refresh")).path("task_id").asText();
    assertThat(ended(id).path("status").asText()).isEqualTo("SUCCESS");
    assertThat(log(id)).contains("you sent Bearer ***").doesNotContain("s3cr3t");
    assertThat(api.get("/sites/isp").response().body()).contains("Bearer ${secret.bank}");
  }

  @Test
  void aProgramSeesTheConfigAndTheSecretsItNames() {
    String id = api.queue("bank", "program");
    assertThat(ended(id).path("status").asText()).isEqualTo("SUCCESS");
    assertThat(log(id)).contains("accounts ***").doesNotContain("s3cr3t");
  }

  @Test
  void whatNamesNoProjectHasTheSecretsOfTheDefaultOne() {
    wants("Cookie", "s3cr3t-of-default");
    assertThat(ended(api.queue("plain", "own")).path("status").asText()).isEqualTo("SUCCESS");
  }

  @Test
  void whatNeitherNamesAProjectNorNeedsAValueIsGivenNone() {
    String id = api.queue("plain", "program");
    assertThat(ended(id).path("status").asText()).isEqualTo("SUCCESS");
    assertThat(log(id)).contains("\"config\"").doesNotContain("nobody asks");
  }

  @Test
  void aSecretThatIsNotThereIsNamedAndNothingIsSent() {
    SERVICE.resetRequests();
    JsonNode task = ended(api.queue("bank", "missing"));
    assertThat(task.path("status").asText()).isEqualTo("FAILED");
    assertThat(task.path("message").asText())
        .isEqualTo(
            "The project 'my billing' has no secret 'gone', which the definition of the task"
                + " names");
    assertThat(task.path("user_message").asText())
        .isEqualTo("Something that it needs is missing on our side.");
    assertThat(api.get("/sources/bank/collections/missing").text("state")).isEqualTo("disabled");
    assertThat(SERVICE.getAllServeEvents())
        .noneMatch(it -> it.getRequest().getUrl().equals("/missing"));
  }

  private static TestClient workerFor(String project) {
    return node.with(
        api.post(
                "/tokens",
                "{\"name\": \"w\", \"role\": \"worker\", \"projects\": [\"" + project + "\"]}")
            .text("token"));
  }

  private static JsonNode claimed(TestClient client, String worker, String queue, String wait) {
    return isOk(client.post("/workers/" + worker + "/claims?wait=" + wait + "&queue=" + queue))
        .path("tasks");
  }

  @Test
  void aTaskThatNeedsSecretsIsOnlyForATokenOfItsProject() {
    TestClient other = workerFor("other");
    String id = api.queue("bank", "pull");
    assertThat(claimed(other, "other-1", "far", "1s")).isEmpty();
    assertThat(api.get("/sources/bank/collections/pull/explain").json().at("/next/text").asText())
        .contains(
            "waits for a channel, and for a worker of the queue 'far' whose token may have the"
                + " secrets of the project 'my billing'");
    JsonNode task = claimed(workerFor("my billing"), "billing-1", "far", "20s").get(0);
    assertThat(task.path("task_id").asText()).isEqualTo(id);
    assertThat(task.path("secrets")).hasToString("{\"bank\":\"s3cr3t-of-the-bank\"}");
    assertThat(task.path("config").path("table").asText()).isEqualTo("accounts");
    isOk(
        api.post(
            "/tasks/" + id + "/finish",
            "{\"attempt_uid\": \"%s\", \"outcome\": \"failure\", \"message\": \"not %s\"}"
                .formatted(task.path("attempt_uid").asText(), "s3cr3t-of-the-bank")));
    assertThat(api.task(id).path("message").asText()).isEqualTo("not ***");
  }

  @Test
  void configIsForEveryToken() {
    api.queue("bank", "open");
    JsonNode task = claimed(workerFor("other"), "other-2", "open", "20s").get(0);
    assertThat(task.path("config").path("table").asText()).isEqualTo("accounts");
    assertThat(task.path("secrets")).isEmpty();
  }

  @Test
  void itWaitsForSuchATokenAfterANewStartAsWell() {
    String id = api.queue("bank", "waits");
    node.close();
    begin();
    assertThat(claimed(workerFor("other"), "other-3", "later", "1s")).isEmpty();
    JsonNode task = claimed(workerFor("my billing"), "billing-3", "later", "20s").get(0);
    assertThat(task.path("task_id").asText()).isEqualTo(id);
    assertThat(task.path("attempt_no").asInt()).isEqualTo(1);
  }
}
