package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.TestDatabase;
import io.millrace.http.TestClient.Answer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A node whose system clock is set back while it runs. */
class ClockStepTest {
  private static final String SOURCES =
      """
      sources:
        s:
          collections:
            - {name: often, schedule: {every: 10s, from: 2026-01-01T00:00:00Z}, run: {noop: {}}}
            - {name: fails, retry: {attempts: 3, delay: 8s}, run: {process: ["false"]}}
      """;

  /** Less than the smaller step: a part that goes by the system's clock is later than this. */
  private static final Duration IN_TIME = Duration.ofSeconds(30);

  private final AtomicLong stepped = new AtomicLong();
  private final InstantSource system = () -> Instant.now().plusSeconds(stepped.get());

  private static int attempts(TestClient api, String collection) {
    return api.get(
            "/tasks?source=s&start=2026-01-01T00:00:00Z&end=2100-01-01T00:00:00Z&collection="
                + collection)
        .json()
        .path("tasks")
        .size();
  }

  private static double metric(TestClient api, String name) {
    return await()
        .until(() -> api.get("/metrics"), answer -> answer.status() == 200)
        .response()
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void dueTimesAreMetAndTheStepIsTold() {
    Clock clock = system.withZone(ZoneOffset.UTC);
    try (TestNode node =
        TestNode.start(
            "millrace.clock.max-offset = 5s", clock, System::nanoTime, TestDatabase.fresh())) {
      TestClient api = node.client;
      api.put("/sources", SOURCES);
      api.queue("s", "fails");
      await().until(() -> api.get("/ready").status() == 200);
      await().until(() -> attempts(api, "fails") == 1);
      stepped.set(-45);
      stepIsTold(api, 45);
      dueTimesAreMet(api, 2);
      stepped.set(-3600);
      stepIsTold(api, 3600);
      dueTimesAreMet(api, 3);
      stepped.set(0);
      assertThat(api.get("/ready").status()).isEqualTo(200);
      assertThat(metric(api, "millrace_clock_set_back_seconds")).isLessThan(0.1);
    }
  }

  private static void stepIsTold(TestClient api, int seconds) {
    Answer ready = api.get("/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.text("detail"))
        .contains("set back by " + seconds + ".0 s", "Due times are still met", "restart the node");
    assertThat(metric(api, "millrace_clock_set_back_seconds"))
        .isBetween(seconds - 1.0, seconds + 1.0);
    assertThat(metric(api, "millrace_clock_offset_seconds")).isBetween(-5.0, 5.0);
  }

  private static void dueTimesAreMet(TestClient api, int retries) {
    int ticks = attempts(api, "often");
    await().atMost(IN_TIME).until(() -> attempts(api, "fails") >= retries);
    await().atMost(IN_TIME).until(() -> attempts(api, "often") > ticks);
  }
}
