package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.engine.task.TaskStatus;
import io.millrace.http.TestClient;
import io.millrace.http.TestNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user-site through the API, with a bank that answers as it is told. */
class UserSiteApiTest {
  private static final TestClock CLOCK = new TestClock(Instant.parse("2026-03-01T00:30:00Z"));
  private static final AtomicInteger IDS = new AtomicInteger();

  private static TestBank bank;
  private static TestNode node;

  private final String id = "us-" + IDS.incrementAndGet();
  private final String user = "user-" + IDS.get();

  @BeforeAll
  static void start() throws IOException {
    bank = TestBank.start();
    node =
        TestNode.start(
            """
            millrace.flow.missed-heartbeats = 1000000
            millrace.flywheel.internal.throttling.blacklistedProviders = [evil]
            millrace.webhooks.list = [
              {name = hook, url = "http://127.0.0.1:%d/hook", secret = "a-secret-for-tests"}]
            """
                .formatted(bank.port()),
            CLOCK);
    node.client.put("/clients/c", "{\"name\": \"c\", \"refreshes_per_day\": 2}");
    site("bank", "\"provider\": \"good\"");
    site("evil-bank", "\"provider\": \"evil\"");
  }

  private static void site(String site, String more) {
    assertThat(
            node.client
                .put(
                    "/sites/" + site,
                    """
                    {%s, "schedule": "0 0 6,16 * * ?", "timeout": "10m",
                     "retry": {"delays": ["0s", "5m"]},
                     "run": {"http": {"url": "http://127.0.0.1:%d/"}}}
                    """
                        .formatted(more, bank.port()))
                .status())
        .isIn(200, 201);
  }

  @AfterAll
  static void stop() {
    node.close();
    bank.close();
  }

  @BeforeEach
  void connect() {
    bank.answer(200);
    node.client.put("/users/" + user, "{\"client\": \"c\"}");
    assertThat(save("bank").status()).isEqualTo(201);
  }

  private TestClient.Answer save(String site) {
    return node.client.put(
        "/user-sites/" + id, "{\"user\": \"%s\", \"site\": \"%s\"}".formatted(user, site));
  }

  private JsonNode show() {
    return node.client.get("/user-sites/" + id).json();
  }

  private JsonNode explain() {
    return node.client.get("/user-sites/" + id + "/explain").json();
  }

  private String refreshed() {
    TestClient.Answer answer = node.client.post("/user-sites/" + id + "/refresh");
    assertThat(answer.status()).isEqualTo(201);
    String task = answer.text("task_id");
    ended(task);
    return task;
  }

  private static void ended(String task) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> TaskStatus.valueOf(node.client.task(task).path("status").asText()).isFinal());
  }

  private static List<String> blocking(JsonNode explained) {
    List<String> rules = new ArrayList<>();
    for (JsonNode rule : explained.at("/rules")) {
      if (!rule.at("/passes").asBoolean()) {
        rules.add(rule.at("/rule").asText());
      }
    }
    return rules;
  }

  @Test
  void aNewOneFollowsTheScheduleOfItsSiteAndShowsTheFieldsOfItsRefreshing() {
    JsonNode shown = show();
    assertThat(shown.at("/state").asText()).isEqualTo("idle");
    assertThat(shown.at("/refresh_at").asText()).isEqualTo("2026-03-01T06:00:00.000Z");
    assertThat(shown.at("/refresh_attempt_no").asInt()).isZero();
    for (String field :
        List.of(
            "refresh_attempt_uid",
            "refresh_attempt_at",
            "refresh_timeout_at",
            "refresh_disabled_until_update",
            "refresh_disabled_user_friendly_reason",
            "refresh_disabled_message",
            "last_refresh")) {
      assertThat(shown.path(field).asText("missing")).as(field).isEmpty();
    }
  }

  @Test
  void aPersonsRefreshIsATaskOfItsSite() {
    String task = refreshed();
    JsonNode json = node.client.task(task);
    assertThat(json.at("/source").asText()).isEqualTo("bank");
    assertThat(json.at("/collection").asText()).isEqualTo(id);
    assertThat(json.at("/reason").asText()).isEqualTo("force");
    assertThat(json.at("/priority").asInt()).isEqualTo(300);
    assertThat(json.at("/status").asText()).isEqualTo("SUCCESS");
    assertThat(show().at("/last_refresh").asText()).isEqualTo(json.at("/finished_at").asText());
  }

  @Test
  void oneThatRunsSaysSinceWhenAndUntilWhen() {
    bank.answer(202); // its worker reports later
    String task = node.client.post("/user-sites/" + id + "/refresh").text("task_id");
    await().until(() -> show().at("/state").asText().equals("running"));
    JsonNode shown = show();
    JsonNode json = node.client.task(task);
    assertThat(json.at("/status").asText()).isEqualTo("RUNNING");
    assertThat(shown.at("/refresh_attempt_at").asText()).isEqualTo(json.at("/started_at").asText());
    assertThat(shown.at("/refresh_timeout_at").asText()).isEqualTo(json.at("/deadline").asText());
    JsonNode explained = explain();
    assertThat(explained.at("/state").asText("running")).isEqualTo("running");
    assertThat(explained.at("/next/at").asText()).isEqualTo(json.at("/deadline").asText());
    JsonNode disabled = node.client.post("/user-sites/" + id + "/disable").json();
    assertThat(disabled.at("/state").asText()).isEqualTo("running");
    assertThat(node.client.post("/tasks/" + task + "/cancel").status()).isEqualTo(200);
    assertThat(show().at("/state").asText()).isEqualTo("disabled");
  }

  @Test
  void aFailureThatMayPassIsRetriedAndSaysSo() {
    bank.answer(503);
    String first = refreshed();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              CLOCK.pass(Duration.ofSeconds(1)); // the waker looks as time goes by
              return idleAfter(2);
            });
    JsonNode shown = show();
    assertThat(shown.at("/failing_since").asText())
        .isEqualTo(node.client.task(first).at("/finished_at").asText());
    assertThat(shown.at("/refresh_reason").asText()).isEqualTo("retry");
    JsonNode explained = explain();
    assertThat(explained.at("/next/what").asText()).isEqualTo("retry");
    assertThat(explained.at("/next/at").asText()).isEqualTo(shown.at("/refresh_at").asText());
    JsonNode last = explained.at("/decisions/0");
    assertThat(Instant.parse(shown.at("/refresh_at").asText()))
        .isEqualTo(Instant.parse(last.at("/at").asText()).plus(Duration.ofMinutes(5)));
    assertThat(last.at("/detail").asText()).contains("failure").contains("retry at ");
  }

  private boolean idleAfter(int attempts) {
    JsonNode shown = show();
    return shown.at("/state").asText().equals("idle")
        && shown.at("/refresh_attempt_no").asInt() == attempts;
  }

  @Test
  void aFailureForGoodDisablesItUntilItIsSavedAgain() {
    bank.answer(404);
    refreshed();
    await().until(() -> show().at("/state").asText().equals("disabled"));
    JsonNode shown = show();
    assertThat(shown.at("/refresh_disabled_until_update").asText()).isNotEmpty();
    assertThat(shown.at("/refresh_disabled_user_friendly_reason").asText())
        .isEqualTo("The provider did not accept the request.");
    assertThat(shown.at("/refresh_disabled_message").asText()).contains("404");
    assertThat(shown.at("/refresh_at").asText()).isEmpty();
    TestClient.Answer refused = node.client.post("/user-sites/" + id + "/refresh");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("type")).isEqualTo("/problems/disabled-until-update");
    assertThat(explain().at("/next/what").asText()).isEqualTo("nothing");
    assertThat(blocking(explain())).contains("disabled-until-update");
    JsonNode told = node.client.get("/notifications?kind=disabled&limit=1000").json();
    assertThat(told.at("/notifications").findValuesAsText("subject")).contains("bank/" + id);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                bank.notifications().stream()
                    .anyMatch(
                        body ->
                            body.contains("\"disabled\"")
                                && body.contains("\"bank/" + id + "\"")
                                && body.contains("did not accept")
                                && body.contains("404")));
    assertThat(bank.notifications())
        .anyMatch(
            body ->
                body.contains("\"status-changed\"")
                    && body.contains("bank/" + id)
                    && body.contains("\"user_message\":\"The provider"));

    bank.answer(200);
    assertThat(save("bank").status()).isEqualTo(200);
    assertThat(show().at("/state").asText()).isEqualTo("idle");
    assertThat(show().at("/refresh_at").asText()).isEqualTo("2026-03-01T06:00:00.000Z");
    refreshed();
  }

  @Test
  void aUserSiteMayBeDisabledWithoutAReason() {
    TestClient.Answer disabled = node.client.post("/user-sites/" + id + "/disable");
    assertThat(disabled.status()).isEqualTo(200);
    assertThat(disabled.text("refresh_disabled_user_friendly_reason"))
        .isEqualTo("It is switched off at the moment.");
    assertThat(disabled.text("refresh_disabled_message")).isEqualTo("by hand");
    node.client.post("/user-sites/" + id + "/enable");
    String reason = "{\"reason\": \"moving house\"}";
    assertThat(
            node.client
                .post("/user-sites/" + id + "/disable", reason)
                .text("refresh_disabled_user_friendly_reason"))
        .isEqualTo("moving house");
    node.client.post("/user-sites/" + id + "/enable");
  }

  @Test
  void whatIsHeardOfItIsWhatTheRulesLookAt() {
    assertThat(explain().at("/allowed").asBoolean()).isTrue();
    node.client.post("/user-sites/" + id + "/migration", "{\"migrating\": true}");
    node.client.post("/user-sites/" + id + "/status", "{\"status\": \"STEP_NEEDED\"}");
    node.client.post("/user-sites/" + id + "/mfa-required");
    node.client.put("/users/" + user, "{\"client\": \"c\", \"status\": \"BLOCKED\"}");
    site("bank", "\"provider\": \"good\", \"scraping\": true, \"maintenance\": true");
    try {
      assertThat(blocking(explain()))
          .containsExactly(
              "user-blocked",
              "site-in-maintenance",
              "being-migrated",
              "interaction-needed",
              "recently-required-mfa");
      assertThat(node.client.post("/user-sites/" + id + "/refresh").text("type"))
          .isEqualTo("/problems/site-in-maintenance");
    } finally {
      site("bank", "\"provider\": \"good\"");
    }
    node.client.post("/user-sites/" + id + "/migration", "{\"migrating\": false}");
    refreshed(); // a person overrules the status and the blocked user
  }

  @Test
  void theBlacklistIsNeverOverruled() {
    String other = id + "-evil";
    node.client.put(
        "/user-sites/" + other, "{\"user\": \"%s\", \"site\": \"evil-bank\"}".formatted(user));
    assertThat(node.client.post("/user-sites/" + other + "/refresh").text("type"))
        .isEqualTo("/problems/provider-blacklisted");
    TestClient.Answer forced = node.client.post("/flywheel/internal/users/" + user);
    assertThat(forced.status()).isEqualTo(202);
    JsonNode sites = forced.json().at("/user_sites");
    assertThat(sites).hasSize(2);
    assertThat(sites.get(0).at("/created").asBoolean()).isTrue();
    assertThat(sites.get(1).at("/skipped").asText()).isEqualTo("provider-blacklisted");
    ended(sites.get(0).at("/task_id").asText());
  }

  @Test
  void aDeletedOneIsGoneWithWhatWasBookedForIt() {
    assertThat(node.client.delete("/user-sites/" + id).status()).isEqualTo(204);
    assertThat(node.client.get("/user-sites/" + id).status()).isEqualTo(404);
    assertThat(node.client.post("/user-sites/" + id + "/refresh").status()).isEqualTo(404);
    assertThat(node.client.get("/user-sites/" + id + "/explain").status()).isEqualTo(404);
    assertThat(node.client.post("/tasks?source=bank&collection=" + id).status()).isEqualTo(404);
  }

  @Test
  void aTaskOfAUserSiteCanBeAskedForLikeAnyOther() {
    TestClient.Answer answer = node.client.post("/tasks?source=bank&collection=" + id);
    assertThat(answer.status()).isEqualTo(201);
    ended(answer.text("task_id"));
    JsonNode tasks =
        node.client
            .get(
                "/tasks?source=bank&start=2026-01-01T00:00:00Z&end=2027-01-01T00:00:00Z&collection="
                    + id)
            .json();
    assertThat(tasks.at("/tasks")).hasSize(1);
  }

  @Test
  void aUserWhoCameDuringTheDayIsPlannedIntoWhatIsLeftOfIt() {
    JsonNode plan =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> node.client.get("/users/" + user + "/plan").json(),
                now -> {
                  boolean planning = now.at("/state").asText().equals("planning");
                  assertThat(now.at("/state").asText())
                      .isEqualTo(planning ? "planning" : "planned");
                  assertThat(now.at("/plan")).hasSize(planning ? 0 : 2);
                  return !planning;
                });
    assertThat(plan.at("/detail").asText()).startsWith("The user has a place in the plan");
    assertThat(plan.at("/next").asText()).isEqualTo(plan.at("/plan/0/at").asText());
    assertThat(explain().at("/next/what").asText()).isIn("plan", "schedule");
  }
}
