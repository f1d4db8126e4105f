package io.millrace.http.freshness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Promises of freshness over the API, on a node whose clock is moved by hand. */
class FreshnessApiTest {
  private static final String JOB_ID = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a";
  private static final TestClock CLOCK = new TestClock(Instant.parse("2026-03-01T12:00:00Z"));
  private static TestNode node;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "millrace { flow.missed-heartbeats = 1000000, flywheel.internal.enabled = false }",
            CLOCK);
    node.client.put(
        "/sources",
        """
sources:
  feed:
    collections:
      - {name: good, fresh: {within: 6h, objective: 99.5%}}
      - {name: bad, run: {process: [sh, -c, "exit 3"]}, fresh: {within: 2h}}
      - {name: kept, schedule: {fresh: 1h}, timeout: 5m}
      - {name: free}
  slow:
    collections:
      - {name: ledger, schedule: {every: 2h, from: 2026-01-01T00:00:00Z}, fresh: {within: 30d}}
""");
    node.client.post(
        "/import",
        """
        {"client": {"id": "app", "name": "App", "fresh": {"within": "6h", "objective": 95}}}
        {"site": {"id": "bank", "provider": "p", "fresh": {"within": "PT3H"}}}
        {"user": {"id": "ann", "client": "app"}}
        {"user_site": {"id": "ann-bank", "user": "ann", "site": "bank"}}
        """);
    node.client.put(
        "/jobs",
        "application/json",
        """
        {"id": "%s", "project": "reports", "name": "daily", "fresh": {"within": "1d"},
         "steps": [{"name": "extract"}, {"name": "load", "depends": ["step/extract"]}]}
        """
            .formatted(JOB_ID));
    await().until(() -> counts("clients", "app").path("fresh").asInt() == 1);
    await().until(() -> counts("sources", "feed").path("fresh").asInt() == 2);
    await().until(() -> counts("jobs", "reports/daily").path("fresh").asInt() == 1);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode counts(String kind, String name) {
    for (JsonNode each : node.client.get("/freshness/" + kind).json().path("counts")) {
      if (each.path("name").asText().equals(name)) {
        return each;
      }
    }
    return node.client.get("/freshness/" + kind).json().path("none");
  }

  private static JsonNode explained(String path) {
    return node.client.get(path + "/explain").json().path("freshness");
  }

  private static void run(String collection, String status) {
    String id = node.client.queue("feed", collection);
    await().until(() -> node.client.task(id).path("status").asText().equals(status));
  }

  @Test
  void aPromiseIsShownWhereItWasMade() {
    assertThat(node.client.get("/clients/app").json().at("/fresh/objective").asText())
        .isEqualTo("95%");
    assertThat(node.client.get("/sites/bank").json().at("/fresh/within").asText()).isEqualTo("3h");
    assertThat(node.client.get("/jobs/" + JOB_ID).json().at("/fresh/within").asText())
        .isEqualTo("1d");
    assertThat(node.client.get("/sources").response().body()).contains("fresh: {within: 6h");
  }

  @Test
  void whatWasPromisedAndByWhichDefinitionIsExplained() {
    JsonNode bank = explained("/user-sites/ann-bank");
    assertThat(bank.path("promised_by").asText()).isEqualTo("site");
    assertThat(bank.at("/promise/within").asText()).isEqualTo("3h");
    assertThat(bank.path("age_seconds").isNull()).as("nothing succeeded yet").isTrue();
    assertThat(explained("/sources/feed/collections/free").isNull()).isTrue();
  }

  @Test
  void dataIsFreshThenStaleAndTheVerdictSaysWhy() {
    run("good", "SUCCESS");
    JsonNode good = explained("/sources/feed/collections/good");
    assertThat(good.path("state").asText()).isEqualTo("fresh");
    assertThat(good.path("last_success").asText()).isNotEmpty();
    run("bad", "FAILED");
    assertThat(explained("/sources/feed/collections/bad").path("last_success").asText())
        .as("an attempt is no success")
        .isEmpty();
    CLOCK.pass(Duration.ofMinutes(150));
    JsonNode verdict = node.client.get("/freshness").json();
    assertThat(verdict.path("stale").asInt()).isEqualTo(1);
    await("the sentence names the worst source, and why")
        .until(
            () ->
                node.client
                    .get("/freshness")
                    .json()
                    .path("sentence")
                    .asText()
                    .matches("1 collection stale, because feed: .*3.*"));
    await()
        .until(
            () ->
                node.client
                    .get("/freshness/objects?source=feed")
                    .json()
                    .at("/objects/0/collection")
                    .asText()
                    .equals("bad"));
    assertThat(node.client.get("/refreshes?kind=collection&search=feed").json().toString())
        .contains("\"freshness\":\"stale\"");
    await()
        .until(
            () ->
                node.client
                    .get("/notifications?kind=stale")
                    .json()
                    .toString()
                    .contains("feed/bad"));
  }

  @Test
  void dataIsExpectedWhenTheNextRefreshWillProbablyEnd() {
    node.client.post("/flow-control/pools/default/pause", "{\"reason\": \"a test\"}");
    String id = node.client.queue("slow", "ledger");
    CLOCK.pass(Duration.ofMinutes(10));
    node.client.post("/flow-control/pools/default/resume", "{}");
    await().until(() -> node.client.task(id).path("status").asText().equals("SUCCESS"));
    await("it took ten minutes, and the next one is booked")
        .untilAsserted(
            () -> {
              JsonNode json = node.client.get("/sources/slow/collections/ledger/explain").json();
              assertThat(json.at("/next/what").asText()).isEqualTo("schedule");
              assertThat(Instant.parse(json.at("/freshness/expected_at").asText()))
                  .isEqualTo(Instant.parse(json.at("/next/at").asText()).plusSeconds(600));
            });
  }

  @Test
  void aFreshSchedulePlansTheNextRefreshAfterASuccess() {
    await("54 minutes after its last success")
        .untilAsserted(
            () -> {
              CLOCK.pass(Duration.ofSeconds(1)); // the waker reads again when time passes
              JsonNode kept = node.client.get("/refreshes?kind=collection&search=kept").json();
              String finished = kept.at("/refreshes/0/last_task/finished_at").asText();
              assertThat(finished).as(kept.toString()).isNotEmpty();
              Instant next = Instant.parse(finished).plus(Duration.ofMinutes(54));
              assertThat(kept.at("/refreshes/0/refresh_at").asText())
                  .as(kept.toString())
                  .startsWith(next.toString().substring(0, 19));
            });
    assertThat(node.client.get("/sources/feed/collections/kept").json().path("schedule").asText())
        .isEqualTo("fresh 1h room 6m");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/clients/x | {'name': 'X', 'fresh': {'within': '6h', 'objective': '0%'}} |"
            + " fresh.objective | 0%",
        "/clients/x | {'name': 'X', 'fresh': {'within': '6h', 'objective': 100.1}} |"
            + " fresh.objective | 100.1",
        "/sites/x | {'provider': 'p', 'fresh': {'within': '0s'}} | fresh.within | 0s",
        "/sites/x | {'provider': 'p', 'schedule': {'fresh': '10m'}} | schedule.fresh | 10m",
        "/user-sites/ann-bank | {'user': 'ann', 'site': 'bank', 'fresh': {'within': '-1h'}} |"
            + " fresh.within | -1h",
        "/user-sites/ann-bank | {'user': 'ann', 'site': 'bank', 'fresh': {'age': '1h'}} |"
            + " fresh.age | 1h",
      })
  void badInputIsRefusedByFieldAndValue(String path, String body, String field, String value) {
    Answer answer = node.client.put(path, body.replace('\'', '"'));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("errors").toString())
        .contains("\"field\":\"" + field + "\"")
        .contains(value);
  }

  @Test
  void anUnknownStateIsRefused() {
    assertThat(node.client.get("/freshness/objects?state=old").text("detail"))
        .isEqualTo("state = old: is not one of fresh, at-risk, stale, exempt");
  }
}
