package io.millrace.http.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.http.TestClient;
import io.millrace.http.TestCluster;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Jobs on two nodes whose clock is moved by hand: triggers, tokens, tasks, and what follows. */
class JobClusterTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String ONE = "00000000-0000-4000-8000-000000000001";
  private static final String TWO = "00000000-0000-4000-8000-000000000002";

  private static final TestClock CLOCK = new TestClock(Instant.parse("2022-01-05T12:00:00Z"));
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = TestCluster.start(2, "", CLOCK);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static TestClient node(int number) {
    return cluster.node(number).client;
  }

  private static void put(int node, String yaml) {
    TestClient.Answer answer = node(node).put("/jobs", "application/yaml", yaml);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
  }

  /** The days of January on which a step has succeeded. */
  private static List<Integer> succeeded(String job, String step) {
    List<Integer> days = new ArrayList<>();
    for (JsonNode token : node(1).get("/jobs/" + job + "/tokens").json().path("tokens")) {
      if (token.path("step").asText().equals(step)
          && token.path("state").asText().equals("SUCCESS")) {
        days.add(Integer.parseInt(token.path("logical_time").asText().substring(8, 10)));
      }
    }
    days.sort(Comparator.naturalOrder());
    return days;
  }

  private static void awaitSucceeded(String job, String step, Integer... days) {
    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(succeeded(job, step)).containsExactly(days));
  }

  @Test
  void whatWasMissedIsCaughtUpGoesThroughAllStepsAndAcrossJobsAndThenTheNextDayFires() {
    put(
        0,
        """
id: %s
project: left
name: source
triggers: [{name: daily, start: 2022-01-01T00:00:00Z, period: 1d}]
steps:
  - {name: extract, depends: [trigger/daily], run: {process: [sh, -c, 'echo "{\\"day\\": \\"$MILLRACE_LOGICAL_TIME\\"}" > $MILLRACE_OUTPUT']}}
  - {name: check, depends: [step/extract], run: {noop: {}}}
  - {name: both, depends: [step/extract, step/check]}
"""
            .formatted(ONE));
    put(
        1,
        """
id: %s
project: right
name: follower
steps:
  - {name: load, depends: [left/source/step/both, left/source/step/extract@1d], run: {noop: {}}}
  - {name: alarm, depends_failure: [step/load], run: {noop: {}}}
"""
            .formatted(TWO));
    assertThat(node(1).post("/jobs/" + ONE + "/unpause").status()).isEqualTo(200);
    awaitSucceeded(ONE, "both", 1, 2, 3, 4, 5);
    JsonNode reasons =
        node(0).get("/jobs/" + ONE + "/tokens/2022-01-03T00:00:00Z").json().path("steps").path(0);
    assertThat(reasons.at("/arrived/0/reason").asText()).isEqualTo("catch-up");
    assertThat(reasons.at("/runs/0/priority").asInt()).isEqualTo(50);
    assertThat(reasons.at("/runs/0/output/day").asText()).isEqualTo("2022-01-03T00:00:00Z");

    awaitSucceeded(TWO, "load", 2, 3, 4, 5); // a run that is open would miss its deadline
    CLOCK.pass(Duration.ofHours(12));
    awaitSucceeded(ONE, "both", 1, 2, 3, 4, 5, 6);
    awaitSucceeded(TWO, "load", 2, 3, 4, 5, 6);
    JsonNode first = node(1).get("/jobs/" + TWO + "/tokens/2022-01-01T00:00:00Z").json();
    assertThat(first.at("/steps/0/state").asText()).isEqualTo("WAITING");
    assertThat(first.at("/steps/0/count").asInt()).isEqualTo(1);
    assertThat(first.at("/steps/0/missing/0").asText()).isEqualTo("left/source/step/extract@1d");
    JsonNode fires = node(1).get("/jobs/" + ONE + "/triggers/daily/fires").json();
    assertThat(fires.path("caught_up").asInt()).isEqualTo(5);
    assertThat(fires.path("fired").asInt()).isEqualTo(1);
    assertThat(fires.path("missed").asInt()).isZero();
    assertThat(fires.path("next")).hasSize(10);
  }
}
