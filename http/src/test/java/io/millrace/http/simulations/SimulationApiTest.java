package io.millrace.http.simulations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulations through the API, of a real node and what its database holds. */
class SimulationApiTest {
  private static final int USERS = 60;
  private static final TestClock CLOCK = new TestClock();
  private static final LocalDate TODAY = LocalDate.ofInstant(CLOCK.instant(), ZoneOffset.UTC);

  private static TestNode node;

  @BeforeAll
  static void start() throws SQLException {
    node = TestNode.start("millrace.flywheel.internal.enabled = false", CLOCK);
    StringBuilder lines =
        new StringBuilder(
            """
            {"client": {"id": "alpha", "name": "Alpha", "refreshes_per_day": 2}}
            {"site": {"id": "bank", "provider": "p", "run": {"noop": {}}, "timeout": "1m"}}
            """);
    IntStream.range(0, USERS)
        .forEach(
            i ->
                lines.append(
                    """
                    {"user": {"id": "u%1$03d", "client": "alpha"}}
                    {"user_site": {"id": "us%1$03d", "user": "u%1$03d", "site": "bank"}}
                    """
                        .formatted(i)));
    assertThat(node.client.post("/import", lines.toString()).status()).isEqualTo(200);
    node.client.put(
        "/sources",
        "sources: {feed: {collections: [{name: c, schedule: every 1h, run: {noop: {}}}]}}");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode run(String request) {
    Answer taken = node.client.post("/simulations", request);
    assertThat(taken.status()).as(taken.response().body()).isEqualTo(202);
    assertThat(taken.header("Location")).isEqualTo("/simulations/" + taken.text("id"));
    return ended(taken.text("id"));
  }

  private static JsonNode ended(String id) {
    String path = "/simulations/" + id;
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Set.of("done", "failed").contains(node.client.get(path).text("state")));
    JsonNode simulation = node.client.get(path).json();
    assertThat(simulation.path("error").asText()).isEmpty();
    return simulation;
  }

  private static String tomorrow(String more) {
    return "{\"date\": \"%s\"%s}".formatted(TODAY.plusDays(1), more);
  }

  private static final String ON = "\"flywheel\": {\"enabled\": true}";

  @Test
  void tomorrowIsWhatTheDirectoryAndTheSourcesSay() {
    JsonNode result = run(tomorrow(", \"changes\": {" + ON + "}")).path("result");
    assertThat(result.path("started").asInt()).isEqualTo(2 * USERS + 24);
    assertThat(result.at("/ends/success").asInt()).isEqualTo(2 * USERS + 24);
    assertThat(result.at("/minutes/started")).hasSize(1_440);
    assertThat(result.has("back_test")).isFalse();
  }

  @Test
  void changesChangeTheResultAndTwoOfThemCanBeCompared() {
    String before = run(tomorrow(", \"changes\": {" + ON + "}")).path("id").asText();
    JsonNode after =
        run(
            tomorrow(
                ", \"changes\": {\"growth\": {\"alpha\": 1.5},"
                    + "\"flywheel\": {\"enabled\": true, \"refreshesPerDay\": {\"alpha\": 4}},"
                    + "\"sources\": {\"feed\": {\"collections\": [{\"name\": \"c\","
                    + "\"schedule\": \"every 30m\", \"run\": {\"noop\": {}}}]}},"
                    + "\"jobs\": [{\"id\": \"0a6f0000-0000-4000-8000-000000000001\","
                    + "\"project\": \"p\", \"name\": \"j\", \"triggers\": [{\"name\": \"t\","
                    + "\"start\": \"2026-01-01T00:00:00Z\", \"period\": \"2h\"}],"
                    + "\"steps\": [{\"name\": \"s\", \"depends\": [\"trigger/t\"],"
                    + "\"run\": {\"noop\": {}}}]}]}"));
    int started = 4 * USERS * 3 / 2 + 48 + 12;
    assertThat(after.at("/result/started").asInt()).isEqualTo(started);
    JsonNode both =
        node.client.get("/simulations/" + before + "/compare/" + after.path("id").asText()).json();
    assertThat(both.at("/totals/0/a").asInt()).isEqualTo(2 * USERS + 24);
    assertThat(both.at("/totals/0/b").asInt()).isEqualTo(started);
  }

  @Test
  void yesterdayIsComparedWithWhatHappened() throws SQLException {
    LocalDate day = TODAY.minusDays(1);
    try (Connection connection = node.database.dataSource().getConnection();
        Statement sql = connection.createStatement()) {
      // What really ran: the collection at every full hour, each time for 10 s.
      sql.execute(
          """
          insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
            system, pool, timeout_ms, created_at, started_at, finished_at, worker)
          select (substring(first_uid(at)::text from 1 for 34) || '07')::uuid, 'feed', 'c', 1,
            'SUCCESS', 'schedule', 200, 'DEFAULT', 'default', 60000, at, at, at + interval '10 s',
            'w'
          from generate_series('%1$s 00:00Z'::timestamptz - interval '5 h',
            '%1$s 23:00Z'::timestamptz, interval '1 h') as at
          """
              .formatted(day));
    }
    JsonNode result = run("{\"date\": \"%s\"}".formatted(day)).path("result");
    assertThat(result.at("/back_test/actual").asInt()).isEqualTo(24);
    assertThat(result.at("/back_test/expected").asInt()).isEqualTo(24);
    assertThat(result.at("/back_test/per_minute_error").asDouble()).isZero();
    assertThat(result.at("/back_test/differences")).isEmpty();
    assertThat(result.path("actual_started")).hasSize(1_440);
  }

  @Test
  void aSimulationCanBeDeletedAndListed() {
    String id = run(tomorrow("")).path("id").asText();
    JsonNode all = node.client.get("/simulations").json().path("simulations");
    assertThat(StreamSupport.stream(all.spliterator(), false))
        .anyMatch(each -> each.path("id").asText().equals(id) && !each.has("result"));
    assertThat(node.client.delete("/simulations/" + id).status()).isEqualTo(204);
    assertThat(node.client.get("/simulations/" + id).status()).isEqualTo(404);
    assertThat(node.client.delete("/simulations/" + id).status()).isEqualTo(404);
    assertThat(node.client.get("/simulations/no-id").status()).isEqualTo(404);
  }

  @Test
  void theCredentialsOfAChangeAreNotShown() {
    String request =
        tomorrow(
            ", \"changes\": {\"sources\": {\"x\": {\"collections\": [{\"name\": \"c\", \"run\": {"
                + "\"http\": {\"url\": \"http://127.0.0.1:9/\", \"headers\": {\"Authorization\":"
                + " \"Bearer hunter2\"}}}}]}}}");
    String id = run(request).path("id").asText();
    assertThat(node.client.get("/simulations/" + id).response().body()).doesNotContain("hunter2");
  }

  @Test
  void anOperatorRunsThemAndAViewerReadsThem() {
    assertThat(node.as(Role.VIEWER).post("/simulations", "{}").status()).isEqualTo(403);
    String id = node.as(Role.OPERATOR).post("/simulations", tomorrow("")).text("id");
    ended(id);
    assertThat(node.as(Role.VIEWER).get("/simulations/" + id).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"date\": \"2036-01-01\"} | date",
        "{\"date\": \"yesterday\"} | date",
        "{\"date\": \"2026-01-01\", \"from\": \"2026-01-01T00:00:00Z\"} | date",
        "{\"days\": 8} | days",
        "{\"dates\": 8} | dates",
        "{\"seed\": -1} | seed",
        "{\"changes\": {\"flow\": {\"default\": {\"maxConcurrency\": 0}}}} |"
            + " changes.flow.default.maxConcurrency",
        "{\"changes\": {\"flow\": {\"none\": {\"maxConcurrency\": 1, \"sourceSystems\":"
            + " [{\"systemName\": \"DEFAULT\", \"reservedChannels\": 0, \"probability\": 100}]}}}}"
            + " | changes.flow",
        "{\"changes\": {\"flywheel\": {\"defaultRefreshesPerDay\": 1381}}} |"
            + " changes.flywheel.defaultRefreshesPerDay",
        "{\"changes\": {\"flywheel\": {\"refreshesPerDay\": {\"none\": 1}}}} |"
            + " changes.flywheel.refreshesPerDay",
        "{\"changes\": {\"growth\": {\"none\": 2}}} | changes.growth",
        "{\"changes\": {\"growth\": {\"alpha\": 11}}} | changes.growth.alpha",
        "{\"changes\": {\"sources\": {\"s\": {\"collections\": [{\"schedule\": \"x\"}]}}}} |"
            + " changes.sources.s.collections[0].name",
        "{\"changes\": {\"jobs\": [{\"id\": \"x\"}]}} | changes.jobs[0].id",
        "{\"changes\": {\"outage\": {\"node\": \"none\", \"from\": \"2026-01-01T00:00:00Z\","
            + " \"to\": \"2026-04-01T00:00:00Z\"}}} | changes.outage.node",
        "{\"changes\": {\"outage\": {\"site\": \"none\", \"from\": \"2026-01-01T00:00:00Z\","
            + " \"to\": \"2026-04-01T00:00:00Z\"}}} | changes.outage.site",
        "{\"changes\": {\"outage\": {\"site\": \"bank\", \"from\": \"2026-04-01T01:00:00Z\","
            + " \"to\": \"2026-04-01T02:00:00Z\"}}} | changes.outage.from",
        "{\"changes\": {\"outage\": {\"site\": \"bank\", \"from\": \"2026-01-01T01:00:00Z\","
            + " \"to\": \"2026-01-01T01:00:00Z\"}}} | changes.outage.to",
      })
  void whatIsWrongIsRefusedByItsName(String request, String field) {
    Answer refused = node.client.post("/simulations", request);
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(400);
    List<String> fields = new ArrayList<>();
    refused.json().path("errors").forEach(error -> fields.add(error.path("field").asText()));
    assertThat(fields).as(refused.response().body()).contains(field);
  }
}
