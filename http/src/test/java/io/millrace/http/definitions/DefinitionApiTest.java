package io.millrace.http.definitions;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.matching;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Role;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whole folders of definitions, on a real node. */
class DefinitionApiTest {
  private static final String JOB = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a";
  private static final String FOLDER =
      """
      pools:
        slow:
          maxConcurrency: 2
          sourceSystems: [{systemName: DEFAULT, reservedChannels: 0, probability: 100}]
      sources:
        feed:
          collections: [{name: a, pool: slow, run: {process: [echo, hello]}}]
      sites:
        bank: {provider: acme, run: {noop: {}}}
      clients:
        app: {name: The app, refreshes_per_day: 2}
      job:
        id: %s
        project: p
        name: j
        triggers: [{name: t, start: 2026-01-01T00:00:00Z, period: 1s, catchup: none}]
        steps: [{name: s, depends: [trigger/t], run: {noop: {}}, pool: slow}]
      """
          .formatted(JOB);

  @RegisterExtension
  static final WireMockExtension OPS =
      WireMockExtension.newInstance().options(wireMockConfig().dynamicPort()).build();

  private TestNode node;

  @BeforeEach
  void start() {
    node = TestNode.start();
  }

  @AfterEach
  void stop() {
    node.close();
  }

  static String body(boolean prune, String... pathsAndContents) {
    ObjectNode body = Json.MAPPER.createObjectNode().put("prune", prune);
    ArrayNode files = body.putArray("files");
    for (int i = 0; i < pathsAndContents.length; i += 2) {
      files.addObject().put("path", pathsAndContents[i]).put("content", pathsAndContents[i + 1]);
    }
    return body.toString();
  }

  private Answer apply(TestClient client, String version, String body) {
    return client.send(
        client
            .request("/definitions/apply")
            .header("If-Match", version)
            .POST(BodyPublishers.ofString(body)));
  }

  private static List<String> names(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(one -> one.path("kind").asText() + " " + one.path("name").asText())
        .toList();
  }

  @Test
  void whatIsAppliedIsInForceBeforeItIsAnswered() {
    String folder = body(false, "all.yaml", FOLDER);
    Answer diff = node.client.post("/definitions/diff", folder);
    assertThat(diff.status()).as(diff.response().body()).isEqualTo(200);
    assertThat(names(diff.json().path("created")))
        .containsExactly("client app", "pool slow", "site bank", "collection feed/a", "job p/j");
    assertThat(diff.json().at("/consequences/fires/appear").asInt()).isEqualTo(86_400);
    assertThat(diff.header("ETag")).isEqualTo('"' + diff.text("version") + '"');

    Answer applied = apply(node.client, diff.header("ETag"), folder);
    assertThat(applied.status()).as(applied.response().body()).isEqualTo(200);
    String task = node.client.queue("feed", "a");
    await().until(() -> node.client.task(task).path("status").asText().equals("SUCCESS"));
    assertThat(node.client.task(task).path("pool").asText()).isEqualTo("slow");
    assertThat(node.client.get("/sites/bank").status()).isEqualTo(200);
    assertThat(node.client.get("/flow-control/pools/slow").json().at("/changed_by").asText())
        .isEqualTo("MILLRACE_ADMIN_TOKEN");
    await()
        .until(
            () ->
                node.client.get("/jobs/" + JOB + "/tokens").response().body().contains("SUCCESS"));
    assertThat(node.client.post("/definitions/diff", folder).json().path("unchanged").asInt())
        .isEqualTo(5);
  }

  @Test
  void aDeletedJobFiresNoMoreAndADeletedCollectionIsSuspended() {
    node.client.post("/definitions/apply", body(false, "all.yaml", FOLDER));
    Answer pruned =
        node.client.post("/definitions/apply", body(true, "none.yaml", "jobs: []\nsources: {}\n"));
    assertThat(pruned.status()).as(pruned.response().body()).isEqualTo(200);
    assertThat(names(pruned.json().path("deleted")))
        .contains("collection feed/a", "job p/j")
        .doesNotContain("site bank");
    assertThat(node.client.get("/jobs/" + JOB).status()).isEqualTo(404);
    assertThat(node.client.post("/tasks?source=feed&collection=a").status()).isEqualTo(404);
  }

  @Test
  void aFolderWithErrorsIsAnsweredWithAllOfThem() {
    Answer refused =
        node.client.post(
            "/definitions/apply",
            body(
                false,
                "good.yaml",
                "sites: {fine: {provider: p}}",
                "sub/bad.yaml",
                "sources:\n  x:\n    collections:\n    - name: c\n      run: {nothing: {}}\n",
                "worse.yaml",
                "sites:\n  bad: {}\n"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("type")).isEqualTo("/problems/invalid-input");
    JsonNode errors = refused.json().path("errors");
    assertThat(errors).hasSize(2);
    assertThat(errors.get(0).path("file").asText()).isEqualTo("sub/bad.yaml");
    assertThat(errors.get(0).path("line").asInt()).isEqualTo(5);
    assertThat(errors.get(1).path("file").asText()).isEqualTo("worse.yaml");
    assertThat(errors.get(1).path("field").asText()).isEqualTo("sites.bad.provider");
    assertThat(node.client.get("/sites/fine").status()).isEqualTo(404);
  }

  @Test
  void ofTwoAppliesOfOneDiffOneIsRefused() {
    String one = body(false, "f.yaml", "sites: {a: {provider: one}}");
    String two = body(false, "f.yaml", "sites: {a: {provider: two}}");
    String version = node.client.post("/definitions/diff", one).header("ETag");
    assertThat(node.client.post("/definitions/diff", two).header("ETag")).isEqualTo(version);
    CompletableFuture<Answer> first =
        CompletableFuture.supplyAsync(() -> apply(node.client, version, one));
    CompletableFuture<Answer> second =
        CompletableFuture.supplyAsync(() -> apply(node.client, version, two));
    assertThat(List.of(first.join().status(), second.join().status()))
        .containsExactlyInAnyOrder(200, 412);
    Answer refused = first.join().status() == 412 ? first.join() : second.join();
    assertThat(refused.text("type")).isEqualTo("/problems/version-changed");
    assertThat(refused.text("detail")).contains(version.replace("\"", ""));
  }

  @Test
  void rolesMayDoWhatTheyMayDo() {
    String secret =
        "sites: {s: {provider: p, run: {http: {url: 'http://127.0.0.1/', headers: {Cookie: %s}}}}}";
    node.client.post("/definitions/apply", body(false, "f.yaml", secret.formatted("abc-one")));
    String changed = body(false, "f.yaml", secret.formatted("abc-two"));
    TestClient viewer = node.as(Role.VIEWER);
    TestClient operator = node.as(Role.OPERATOR);
    assertThat(viewer.post("/definitions/apply", changed).status()).isEqualTo(403);
    assertThat(viewer.post("/definitions/diff", changed).json().path("changed")).isEmpty();
    Answer masked = operator.post("/definitions/diff", changed);
    assertThat(masked.json().path("changed")).hasSize(1);
    assertThat(masked.response().body()).doesNotContain("abc-one").doesNotContain("abc-two");
    assertThat(node.client.post("/definitions/diff", changed).response().body())
        .contains("abc-one");
    assertThat(viewer.get("/definitions/export").response().body())
        .contains("***")
        .doesNotContain("abc-one");

    JsonNode exported = operator.get("/definitions/export").json();
    Answer refused = operator.post("/definitions/apply", exported.toString());
    assertThat(refused.status()).as("what is masked cannot be applied").isEqualTo(400);
    Answer same =
        node.client.post(
            "/definitions/apply", node.client.get("/definitions/export").json().toString());
    assertThat(same.status()).isEqualTo(200);
    assertThat(same.json().path("changed")).isEmpty();
    assertThat(operator.post("/definitions/apply", changed).status()).isEqualTo(200);
  }

  @Test
  void aDisabledCollectionIsEnabledByAChangeOfItAndByNothingElse() {
    String folder = "sources: {x: {collections: [{name: a, timeout: %s}, {name: b}]}}";
    node.client.post("/definitions/apply", body(false, "f.yaml", folder.formatted("1m")));
    node.client.post("/sources/x/collections/a/disable", "{\"reason\": \"r\"}");
    node.client.post("/sources/x/collections/b/disable", "{\"reason\": \"r\"}");
    node.client.post("/definitions/apply", body(false, "f.yaml", folder.formatted("2m")));
    await().until(() -> node.client.get("/sources/x/collections/a").text("state").equals("idle"));
    assertThat(node.client.get("/sources/x/collections/b").text("state")).isEqualTo("disabled");
  }

  @Test
  void anAppliedWebhookGetsNotificationsUntilItIsDeleted() {
    OPS.stubFor(any(anyUrl()).willReturn(ok()));
    String folder =
        """
webhooks: {ops: {url: "%s", secret: a-secret-for-tests-only, kinds: [status-changed]}}
sources: {x: {collections: [{name: a, run: {process: ["false"]}}]}}
"""
            .formatted(OPS.url("/hook"));
    Answer applied = node.client.post("/definitions/apply", body(false, "f.yaml", folder));
    assertThat(applied.status()).as(applied.response().body()).isEqualTo(200);
    String task = node.client.queue("x", "a");
    await().until(() -> node.client.task(task).path("status").asText().equals("FAILED"));
    assertThat(node.client.get("/notifications").response().body()).contains("status-changed");
    await()
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(
            () ->
                OPS.verify(
                    postRequestedFor(urlEqualTo("/hook"))
                        .withHeader("X-Millrace-Signature", matching("t=.*,v1=[0-9a-f]{64}"))));
    Answer pruned = node.client.post("/definitions/apply", body(true, "f.yaml", "webhooks: {}"));
    assertThat(names(pruned.json().path("deleted"))).containsExactly("webhook ops");
  }
}
