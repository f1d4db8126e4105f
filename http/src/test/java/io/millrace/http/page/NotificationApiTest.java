package io.millrace.http.page;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.matching;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.millrace.engine.TestClock;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Role;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A whole node that tells a real server what happens, and lists it. */
class NotificationApiTest {
  @RegisterExtension
  static final WireMockExtension OPS =
      WireMockExtension.newInstance()
          .options(wireMockConfig().dynamicPort())
          .resetOnEachTest(false)
          .build();

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /** Newest first, every other one disabled. */
  private static final List<Notification> HAPPENED =
      IntStream.range(0, 7)
          .mapToObj(
              i ->
                  Notification.of(
                      i % 2 == 0 ? Kind.DISABLED : Kind.STATUS_CHANGED,
                      "bank/" + i,
                      "1",
                      NOW.minusSeconds(i / 2), // some at the same time
                      Map.of("reason", "Log in again")))
          .sorted(
              (a, b) ->
                  a.at().equals(b.at())
                      ? b.id().toString().compareTo(a.id().toString())
                      : b.at().compareTo(a.at()))
          .toList();

  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() throws Exception {
    OPS.stubFor(any(anyUrl()).willReturn(ok()));
    node =
        TestNode.start(
            """
            millrace.webhooks.list = [{
              name = ops, url = "%s", secret = "a-secret-for-tests-only", kinds = [disabled]}]
            """
                .formatted(OPS.url("/hook")),
            new TestClock(NOW));
    api = node.client;
    try (Connection connection = node.database.connect()) {
      NotificationStore.insert(connection, HAPPENED);
    }
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static List<String> ids(JsonNode page) {
    List<String> ids = new ArrayList<>();
    page.path("notifications").forEach(one -> ids.add(one.path("id").asText()));
    return ids;
  }

  private static List<String> ids(List<Notification> notifications) {
    return notifications.stream().map(one -> one.id().toString()).toList();
  }

  @Test
  void aNotificationIsToldToItsWebhookAndShownWithItsDelivery() {
    Notification disabled =
        HAPPENED.stream().filter(one -> one.kind() == Kind.DISABLED).findFirst().orElseThrow();
    JsonNode shown =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> api.get("/notifications?kind=disabled&limit=1").json().at("/notifications/0"),
                one -> !one.at("/deliveries/0/delivered_at").asText().isEmpty());

    assertThat(shown.path("id").asText()).isEqualTo(disabled.id().toString());
    assertThat(shown.path("kind").asText()).isEqualTo("disabled");
    assertThat(shown.path("at").asText()).isEqualTo(Json.time(NOW));
    assertThat(shown.path("subject").asText()).isEqualTo(disabled.subject());
    assertThat(shown.at("/details/reason").asText()).isEqualTo("Log in again");
    JsonNode delivery = shown.at("/deliveries/0");
    assertThat(delivery.path("webhook").asText()).isEqualTo("ops");
    assertThat(delivery.path("attempts").asInt()).isEqualTo(1);
    assertThat(delivery.path("next_at").asText()).isEmpty();
    assertThat(delivery.path("error").asText()).isEmpty();
    OPS.verify(
        1,
        postRequestedFor(urlEqualTo("/hook"))
            .withHeader("X-Millrace-Delivery", equalTo(disabled.id().toString())));
    assertThat(node.anonymous().get("/metrics").response().body())
        .contains("millrace_webhooks_delivered_total{webhook=\"ops\"}")
        .contains("millrace_webhooks_failed_total{webhook=\"ops\"}")
        .contains("millrace_webhooks_given_up_total{webhook=\"ops\"}")
        .contains("millrace_webhooks_waiting{webhook=\"ops\"}");
  }

  @Test
  void theNewestComeFirst() {
    JsonNode all = api.get("/notifications").json();
    assertThat(ids(all)).isEqualTo(ids(HAPPENED));
    assertThat(all.has("after")).isFalse();
  }

  @Test
  void pageByPageAllAreShownOnce() {
    List<String> seen = new ArrayList<>();
    String after = "";
    int pages = 0;
    do {
      JsonNode page = api.get("/notifications?limit=3" + after).json();
      seen.addAll(ids(page));
      after = page.has("after") ? "&after=" + page.path("after").asText() : "";
      pages++;
    } while (!after.isEmpty());
    assertThat(seen).isEqualTo(ids(HAPPENED));
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void onlyAKindThatIsAskedForIsShown() {
    List<Notification> changed =
        HAPPENED.stream().filter(one -> one.kind() == Kind.STATUS_CHANGED).toList();
    JsonNode first = api.get("/notifications?kind=status-changed&limit=2").json();
    assertThat(ids(first)).isEqualTo(ids(changed.subList(0, 2)));
    assertThat(first.at("/notifications/0/deliveries").size()).isZero();
    JsonNode rest =
        api.get("/notifications?kind=status-changed&after=" + first.path("after").asText()).json();
    assertThat(ids(rest)).isEqualTo(ids(changed.subList(2, 3)));
  }

  @ParameterizedTest
  @CsvSource({"limit,0", "limit,1001", "limit,many", "after,x", "kind,disable", "subject,bank"})
  void aWrongParameterIsRefusedByName(String name, String value) {
    Answer refused = api.get("/notifications?" + name + "=" + value);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo(name);
    assertThat(refused.json().at("/errors/0/value").asText()).isEqualTo(value);
  }

  @Test
  void aWebhookIsMadeShownChangedAndDeleted() {
    String address = OPS.url("/own");
    String body = "{\"url\": \"%s\", \"secret\": \"a-secret-for-tests-only\"}".formatted(address);
    Answer made = api.put("/webhooks/own", body);
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.json().path("kinds")).hasSize(Kind.values().length);
    assertThat(made.response().body()).doesNotContain("a-secret");
    assertThat(api.get("/webhooks/own").header("ETag")).isEqualTo(made.header("ETag"));
    String less = "{\"url\": \"%s\", \"kinds\": [\"disabled\"]}".formatted(address);
    HttpRequest.Builder stale = api.request("/webhooks/own").header("If-Match", "\"0\"");
    assertThat(api.send(stale.PUT(BodyPublishers.ofString(less))).status()).isEqualTo(412);
    assertThat(api.put("/webhooks/own", less).status()).as("keeps its secret").isEqualTo(200);
    assertThat(api.get("/webhooks").json().at("/webhooks/0/kept_in").asText())
        .as("ops is one of the settings")
        .isEqualTo("settings");
    assertThat(api.get("/webhooks").json().at("/webhooks/1/kinds/0").asText())
        .isEqualTo("disabled");
    Answer seen = node.as(Role.OPERATOR).get("/webhooks/own");
    assertThat(seen.text("url")).isEqualTo("***");
    assertThat(api.delete("/webhooks/own").status()).isEqualTo(204);
    assertThat(api.get("/webhooks/own").status()).isEqualTo(404);
    assertThat(api.delete("/webhooks/own").status()).isEqualTo(404);
    assertThat(api.delete("/webhooks/ops").text("type")).isEqualTo("/problems/in-settings");
    assertThat(api.put("/webhooks/ops", body).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'url': 'ops'}                                                     | url",
        "{'url': 'https://a:b@ops.example', 'secret': '0123456789abcdef'}   | url",
        "{'url': 'http://169.254.169.254/', 'secret': '0123456789abcdef'}   | url",
        "{'url': 'https://ops.example'}                                     | secret",
        "{'url': 'https://ops.example', 'secret': 'short'}                  | secret",
        "{'url': 'https://o.example', 'secret': '0123456789abcdef', 'kinds': ['x']} | kinds[0]"
      })
  void aWrongWebhookIsRefusedByItsField(String body, String field) {
    Answer refused = api.put("/webhooks/wrong", body.replace('\'', '"'));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("errors").findValuesAsText("field")).contains(field);
    assertThat(refused.response().body()).doesNotContain("0123456789", "short");
    assertThat(api.get("/webhooks/wrong").status()).isEqualTo(404);
  }

  @Test
  void aWebhookTestIsSignedAndReturnsTheAnswer() {
    String hook = "{\"url\": \"%s\", \"secret\": \"a-secret-for-tests-only\"}";
    api.put("/webhooks/tried", hook.formatted(OPS.url("/tried")));
    JsonNode good = api.post("/webhooks/tried/test").json();
    assertThat(good.path("delivered").asBoolean()).isTrue();
    assertThat(good.path("status").asInt()).isEqualTo(200);
    OPS.verify(
        1,
        postRequestedFor(urlEqualTo("/tried"))
            .withHeader("X-Millrace-Delivery", equalTo(good.path("delivery").asText()))
            .withHeader("X-Millrace-Signature", matching("t=\\d+,v1=[0-9a-f]{64}"))
            .withRequestBody(matchingJsonPath("$.kind", equalTo("test"))));
    OPS.stubFor(any(urlEqualTo("/broken")).willReturn(serverError()));
    api.put("/webhooks/tried", hook.formatted(OPS.url("/broken")));
    JsonNode bad = api.post("/webhooks/tried/test").json();
    assertThat(bad.path("delivered").asBoolean()).isFalse();
    assertThat(bad.path("error").asText()).isEqualTo("HTTP 500");
    OPS.verify(1, postRequestedFor(urlEqualTo("/broken")));
    assertThat(api.post("/webhooks/ops/test").json().path("delivered").asBoolean())
        .as("one of the settings")
        .isTrue();
    assertThat(api.post("/webhooks/nobody/test").status()).isEqualTo(404);
    assertThat(node.as(Role.VIEWER).post("/webhooks/tried/test").status()).isEqualTo(403);
    api.delete("/webhooks/tried");
  }

  @Test
  void withoutATokenNothingIsShown() {
    assertThat(node.anonymous().get("/notifications").status()).isEqualTo(401);
  }
}
