package io.millrace.http.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Triggers of jobs on a whole node, from the document to the task, and previews of schedules. */
class TriggerApiTest {
  private static final String ID = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a";
  private static final String TRIGGERS = "/jobs/" + ID + "/triggers";

  private static final TestClock CLOCK = new TestClock();

  private static TestNode node;

  /** Two minutes ago; the clock stands still. */
  private static Instant hour;

  @BeforeAll
  static void start() {
    node = TestNode.start("", CLOCK);
    hour = CLOCK.instant().minus(Duration.ofMinutes(2));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @AfterEach
  void clear() {
    node.client.delete("/jobs/" + ID);
  }

  private static void save(String triggers) {
    Answer saved =
        node.client.put(
            "/jobs",
            "application/yaml",
            """
            id: %s
            project: reports
            name: load
            triggers:
            %s
            steps:
              - {name: extract, depends: [trigger/hourly run], run: {noop: {}}}
              - {name: done, depends: [step/extract]}
            """
                .formatted(ID, triggers));
    assertThat(saved.status()).as(saved.toString()).isIn(200, 201);
  }

  private static String hourly(int hours, String more) {
    return "  - {name: hourly run, start: %s, period: 1h%s}"
        .formatted(hour.minus(Duration.ofHours(hours)), more);
  }

  private static JsonNode fires() {
    return node.client.get(TRIGGERS + "/hourly%20run/fires").json();
  }

  private static long tokens(String step, String state) {
    JsonNode tokens = node.client.get("/jobs/" + ID + "/tokens?limit=1000&state=" + state).json();
    long found = 0;
    for (JsonNode token : tokens.path("tokens")) {
      found += token.path("step").asText().equals(step) ? 1 : 0;
    }
    return found;
  }

  @Test
  void aPastIsCaughtUpAndRunsAndTheNextFiresAreKnown() {
    save(hourly(5, ", offset: 1m"));
    await().until(() -> fires().path("caught_up").asInt() == 6);
    await().until(() -> tokens("done", "SUCCESS") == 6);
    JsonNode fires = fires();
    assertThat(fires.path("fired").asInt() + fires.path("waiting").asInt()).isZero();
    assertThat(fires.path("missed_ranges")).isEmpty();
    assertThat(fires.path("next")).hasSize(10);
    assertThat(fires.at("/next/0/logical_time").asText())
        .isEqualTo(Json.time(hour.plus(Duration.ofHours(1))));
    assertThat(fires.at("/next/0/due_at").asText())
        .isEqualTo(Json.time(hour.plus(Duration.ofMinutes(61))));
    assertThat(fires.at("/last_fire/fired_at").asText()).isEqualTo(Json.time(CLOCK.instant()));
    assertThat(fires.at("/last_fire/late_seconds").asDouble() % 3600).isEqualTo(60);
    assertThat(fires.path("schedule").asText()).startsWith("every 1h from ");
    JsonNode all = node.client.get(TRIGGERS).json().path("triggers");
    assertThat(all).hasSize(1);
    assertThat(all.at("/0/name").asText()).isEqualTo("hourly run");
    assertThat(all.at("/0/next")).hasSize(1);
    assertThat(all.at("/0/caught_up").asInt()).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({"earliest, 7", "latest, 7", "earliest, 65", "latest, 65"})
  void tasksStartInTheOrderOfTheCatchUpAndThoseOfARangeTheEarliestFirst(
      String mode, int days, @TempDir Path folder) throws IOException {
    Path started = folder.resolve("started");
    Instant first = hour.minus(Duration.ofDays(days - 1));
    pool("one", true);
    pool("held", false);
    String run = "run: {process: [sh, -c, 'echo $MILLRACE_LOGICAL_TIME $0 >> %s', %s]}";
    Answer saved =
        node.client.put(
            "/jobs",
            "application/yaml",
            """
            id: %s
            project: reports
            name: load
            triggers:
              - {name: daily, start: %s, period: 1d, catchup: %s}
            steps:
              - {name: extract, depends: [trigger/daily], pool: one, %s}
              - {name: load, depends: [step/extract], pool: held, %s}
            """
                .formatted(
                    ID,
                    first,
                    mode,
                    run.formatted(started, "extract"),
                    run.formatted(started, "load")));
    assertThat(saved.status()).as(saved.toString()).isEqualTo(201);
    List<Instant> ordered = new ArrayList<>();
    for (int day = 0; day < days; day++) {
      ordered.add(mode.equals("latest") ? 0 : day, first.plus(Duration.ofDays(day)));
    }
    assertStarted(started, "extract", ordered);
    await().until(() -> waiting("held") == days);
    pool("held", true);
    assertStarted(started, "load", ordered);
    await().until(() -> tokens("load", "SUCCESS") == days);
    pool("held", false);
    Files.delete(started);
    String range = "{\"first\": \"%s\", \"last\": \"%s\", \"dry_run\": false}";
    node.client.post("/jobs/" + ID + "/rerun", range.formatted(first, hour));
    ordered.sort(null);
    assertStarted(started, "extract", ordered);
    await().until(() -> waiting("held") == days);
    pool("held", true);
    assertStarted(started, "load", ordered);
  }

  /** A pool of one channel. */
  private static void pool(String name, boolean enabled) {
    String config =
        """
        {"enabled": %s, "maxConcurrency": 1,
         "sourceSystems": [{"systemName": "DEFAULT", "reservedChannels": 1, "probability": 100}]}
        """;
    Answer put = node.client.put("/flow-control/pools/" + name, config.formatted(enabled));
    assertThat(put.status()).isIn(200, 201);
  }

  private static int waiting(String pool) {
    return node.client.get("/flow-control/pools/" + pool).json().path("waiting").asInt();
  }

  private static void assertStarted(Path started, String step, List<Instant> times) {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(startedTimes(started, step)).hasSize(times.size()));
    assertThat(startedTimes(started, step)).isEqualTo(times);
  }

  /** The logical times of a step's tasks, in the order in which they started. */
  private static List<Instant> startedTimes(Path started, String step) {
    try {
      List<String> lines = Files.exists(started) ? Files.readAllLines(started) : List.of();
      return lines.stream()
          .map(line -> line.split(" "))
          .filter(words -> words[1].equals(step))
          .map(words -> Instant.parse(words[0]))
          .toList();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Test
  void whatComesFiresInTimeUntilTheJobIsPaused() {
    Instant start = CLOCK.instant().plusSeconds(3);
    save("  - {name: hourly run, start: %s, period: 2s}".formatted(start));
    for (int second = 0; second < 8; second++) {
      assertThat(fires().path("fired").asInt()).isEqualTo(Math.max(0, (second - 1) / 2));
      CLOCK.pass(Duration.ofSeconds(1));
      int fired = Math.max(0, second / 2);
      await().until(() -> fires().path("fired").asInt() == fired);
    }
    assertThat(fires().at("/last_fire/logical_time").asText())
        .isEqualTo(Json.time(start.plusSeconds(4)));
    assertThat(fires().at("/last_fire/late_seconds").asDouble()).isZero();
    assertThat(node.client.post("/jobs/" + ID + "/pause", "{}").status()).isEqualTo(200);
    CLOCK.pass(Duration.ofSeconds(10));
    assertThat(fires().path("paused").asBoolean()).isTrue();
    assertThat(node.client.post("/jobs/" + ID + "/unpause", "{}").status()).isEqualTo(200);
    await().until(() -> fires().path("caught_up").asInt() == 5);
    await().until(() -> tokens("extract", "SUCCESS") == 8);
    assertThat(fires().path("fired").asInt()).isEqualTo(3);
    hour = CLOCK.instant().minus(Duration.ofMinutes(2));
  }

  @Test
  void whatWasMissedIsShownAndFiredByHand() {
    save(hourly(5, ", catchup: none"));
    await().until(() -> fires().path("missed").asInt() == 6);
    JsonNode range = fires().at("/missed_ranges/0");
    assertThat(range.path("reason").asText()).isEqualTo("catchup-none");
    assertThat(range.path("fires").asInt()).isEqualTo(6);
    assertThat(range.path("made_good_at").asText()).isEmpty();
    String wanted =
        "{\"first\": \"%s\", \"last\": \"%s\"%s}"
            .formatted(range.path("first").asText(), range.path("last").asText(), "%s");
    Answer dry = node.client.post(TRIGGERS + "/hourly%20run/fire", wanted.formatted(""));
    assertThat(dry.status()).isEqualTo(200);
    assertThat(dry.json().path("dry_run").asBoolean()).isTrue();
    assertThat(dry.json().path("fires").asInt()).isEqualTo(6);
    assertThat(fires().path("waiting").asInt() + fires().path("caught_up").asInt()).isZero();
    Answer real =
        node.client.post(TRIGGERS + "/hourly%20run/fire", wanted.formatted(", \"dry_run\": false"));
    assertThat(real.status()).isEqualTo(202);
    assertThat(real.text("last")).isEqualTo(Json.time(hour));
    await().until(() -> tokens("done", "SUCCESS") == 6);
    assertThat(fires().at("/missed_ranges/0/made_good_at").asText()).isNotEmpty();
    // What ran does not run again.
    node.client.post(TRIGGERS + "/hourly%20run/fire", wanted.formatted(", \"dry_run\": false"));
    await().until(() -> fires().path("caught_up").asInt() == 12);
    assertThat(
            node.client
                .get(
                    "/tasks?source=reports.load&collection=extract&start=2020-01-01T00:00:00Z"
                        + "&end=2100-01-01T00:00:00Z")
                .json()
                .path("tasks"))
        .hasSize(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | first",
        "{\"first\": \"2026-01-02T00:00:00Z\", \"last\": \"2026-01-01T00:00:00Z\"} | last",
        "{\"first\": \"yesterday\", \"last\": \"2026-01-01T00:00:00Z\"} | first",
        "{\"first\": \"2026-01-01T00:00:00Z\", \"last\": \"2026-01-02T00:00:00Z\", \"dry_run\": 1}"
            + " | dry_run",
        "{\"first\": \"1900-01-01T00:00:00Z\", \"last\": \"2026-01-02T00:00:00Z\"} | last"
      })
  void aRangeThatIsNoneIsRefusedWithItsField(String body, String field) {
    save("  - {name: hourly run, start: 1950-01-01T00:00:00Z, period: 1h, catchup: none}");
    Answer refused = node.client.post(TRIGGERS + "/hourly%20run/fire", body);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo(field);
  }

  @Test
  void whatDoesNotExistIsNotFound() {
    save(hourly(0, ""));
    assertThat(node.client.get(TRIGGERS + "/other/fires").json().path("type").asText())
        .isEqualTo("/problems/unknown-trigger");
    assertThat(node.client.get("/jobs/nonsense/triggers").status()).isEqualTo(404);
    String range = "{\"first\": \"2026-01-01T00:00:00Z\", \"last\": \"2026-01-02T00:00:00Z\"}";
    assertThat(node.client.post(TRIGGERS + "/other/fire", range).status()).isEqualTo(404);
  }

  @Test
  void aScheduleIsShownWithoutAJob() {
    JsonNode preview =
        node.client
            .get(
                "/schedules/preview?cron=0+30+1+*+*+%3F&zone=Europe/London&n=2&offset=5m"
                    + "&start=2026-03-29T00:00:00%2B00:00")
            .json();
    assertThat(preview.path("zone").asText()).isEqualTo("Europe/London");
    assertThat(preview.path("fires")).hasSize(2);
    assertThat(preview.at("/fires/1").toString())
        .isEqualTo(
            "{\"logical_time\":\"2026-03-29T01:00:00.000Z\",\"due_at\":\"2026-03-29T01:05:00.000Z\","
                + "\"local_logical_time\":\"2026-03-29T02:00:00+01:00\","
                + "\"local_due_at\":\"2026-03-29T02:05:00+01:00\"}");
    assertThat(node.client.get("/schedules/preview?period=1h").json().path("fires")).hasSize(10);
  }

  @ParameterizedTest
  @CsvSource({
    "'', cron",
    "cron=nonsense, cron",
    "cron=@daily&zone=Mars, zone",
    "cron=@daily&n=0, n",
    "cron=@daily&n=101, n",
    "period=1ms, period",
    "period=1h&start=tomorrow, start",
    "period=1h&colour=red, colour"
  })
  void aPreviewNamesTheParameterThatIsWrong(String query, String field) {
    Answer refused = node.client.get("/schedules/preview?" + query);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("errors"))
        .extracting(error -> error.path("field").asText())
        .containsExactly(field);
  }
}
