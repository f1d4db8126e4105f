package io.millrace.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.DatabaseUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * How right are forecasts? Real nodes work for twelve hours of a fast clock. Their last six hours
 * are simulated from what was known before, and compared. Then the same with a difference that is
 * planted when those six hours begin: the back-test has to name it.
 */
final class BackTestBench {
  private static final Instant TESTED_FROM = BackTestDay.BEGIN.plus(Duration.ofHours(6));
  private static final Instant MIDNIGHT = BackTestDay.BEGIN.plus(Duration.ofHours(12));
  private static final int REFRESHES_PER_DAY = 12;
  private static final int COLLECTIONS = 40;

  /** Every so many minutes the estimates of some waiting tasks are noted. */
  private static final int ASK_EVERY = 10;

  private static final int ASKED = 10;

  /** What is other in the last six hours. */
  private enum PlantedDifference {
    NONE(""),
    SLOW_SITE("slower slow"),
    LOST_NODE("node-lost"),
    DOUBLED_CLIENT("grown b");

    /** What the back-test says about it, at least. */
    private final String told;

    PlantedDifference(String told) {
      this.told = told;
    }
  }

  private final DatabaseUrl database;
  private final Path dataDir;

  BackTestBench(DatabaseUrl database, Path dataDir) {
    this.database = database;
    this.dataDir = dataDir;
  }

  void run(int seed, int users) throws Exception {
    System.out.printf(
        Locale.ROOT,
        "Back-tests of six hours: %d users of two clients, %d refreshes a day each, %d collections"
            + " at each full hour, %d channels on two nodes; seed %d%n%n%-15s %8s %8s %7s %10s"
            + " %18s %12s  %s%n",
        users,
        REFRESHES_PER_DAY,
        COLLECTIONS,
        BackTestDay.NODES * BackTestDay.SLOTS,
        seed,
        "planted",
        "expected",
        "actual",
        "error",
        "per minute",
        "waiting p95, error",
        "before p90",
        "differences");
    for (PlantedDifference planted : PlantedDifference.values()) {
      TimedRunner.reset(seed);
      try (BenchSchema schema = new BenchSchema(database);
          BackTestDay day = new BackTestDay(schema, dataDir)) {
        define(day, users);
        run(day, planted, users, new SplittableRandom(seed));
      }
    }
  }

  private static void define(BackTestDay day, int users) throws Exception {
    StringBuilder feeds = new StringBuilder("sources: {feed: {collections: [");
    for (int i = 0; i < COLLECTIONS; i++) {
      feeds.append(
          "{name: c%d, schedule: '0 * * * *', timeout: 30m, run: {timed: {}}}, ".formatted(i));
    }
    day.must("PUT", "/sources", feeds + "]}}");
    StringBuilder lines = new StringBuilder();
    for (String client : List.of("a", "b")) {
      lines.append(
          "{\"client\": {\"id\": \"%1$s\", \"name\": \"%1$s\", \"refreshes_per_day\": %2$d}}%n"
              .formatted(client, REFRESHES_PER_DAY));
    }
    for (String site : List.of("fast", "slow")) {
      lines.append(
          "{\"site\": {\"id\": \"%s\", \"provider\": \"p\", \"timeout\": \"30m\", \"retry\": {\"delays\": [\"5m\"]}, \"run\": {\"timed\": {}}}}%n"
              .formatted(site));
    }
    for (int i = 0; i < users; i++) {
      lines.append(
          """
          {"user": {"id": "u%1$d", "client": "%2$s"}}
          {"user_site": {"id": "us%1$d", "user": "u%1$d", "site": "%3$s"}}
          """
              .formatted(i, i % 2 == 0 ? "a" : "b", i % 4 < 2 ? "fast" : "slow"));
    }
    day.must("POST", "/import", lines.toString());
  }

  private static void run(
      BackTestDay day, PlantedDifference planted, int users, SplittableRandom random)
      throws Exception {
    day.runUntil(TESTED_FROM, minute -> {});
    if (planted == PlantedDifference.SLOW_SITE) {
      TimedRunner.slowSource = "slow";
    } else if (planted == PlantedDifference.LOST_NODE) {
      day.loseNode();
    }
    double byHand = users / 2.0 * REFRESHES_PER_DAY / Duration.ofDays(1).toMinutes();
    double[] due = {0};
    Map<String, Instant> estimates = new HashMap<>();
    day.runUntil(
        MIDNIGHT,
        minute -> {
          due[0] += planted == PlantedDifference.DOUBLED_CLIENT ? byHand : 0;
          for (; due[0] >= 1; due[0]--) {
            int user = 2 * random.nextInt(users / 2) + 1; // of the client b
            day.must("POST", "/user-sites/us" + user + "/refresh", "");
          }
          if (minute.getEpochSecond() / 60 % ASK_EVERY == 1) {
            noteEstimates(day, estimates);
          }
        });
    day.runUntil(MIDNIGHT.plus(Duration.ofHours(1)), minute -> {});
    report(planted, backTest(day), beforeEstimate(day, estimates));
  }

  /** Notes when some waiting tasks will have started, nine times of ten. */
  private static void noteEstimates(BackTestDay day, Map<String, Instant> estimates)
      throws Exception {
    String waiting =
        "/tasks?source=feed&start=2026-03-02T00:00:00Z&end=2026-03-03T00:00:00Z"
            + "&status=SCHEDULED&limit="
            + ASKED;
    for (JsonNode task : day.get(waiting).path("tasks")) {
      String id = task.path("id").asText();
      String p90 = day.get("/tasks/" + id).at("/wait/start_p90").asText();
      if (!p90.isEmpty()) {
        estimates.putIfAbsent(id, Instant.parse(p90));
      }
    }
  }

  /** How many of the tasks started before their estimate, and how many have one. */
  private static int[] beforeEstimate(BackTestDay day, Map<String, Instant> estimates)
      throws Exception {
    int before = 0;
    int known = 0;
    for (Map.Entry<String, Instant> each : estimates.entrySet()) {
      String started = day.get("/tasks/" + each.getKey()).path("started_at").asText();
      if (!started.isEmpty()) {
        known++;
        before += Instant.parse(started).isAfter(each.getValue()) ? 0 : 1;
      }
    }
    return new int[] {before, known};
  }

  private static JsonNode backTest(BackTestDay day) throws Exception {
    String id =
        day.must("POST", "/simulations", "{\"from\": \"%s\"}".formatted(TESTED_FROM))
            .path("id")
            .asText();
    while (true) {
      JsonNode simulation = day.get("/simulations/" + id);
      String state = simulation.path("state").asText();
      if (state.equals("done")) {
        return simulation.at("/result/back_test");
      } else if (state.equals("failed")) {
        throw new IllegalStateException(simulation.path("error").asText());
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private static void report(PlantedDifference planted, JsonNode test, int[] estimates) {
    StringBuilder differences = new StringBuilder();
    for (JsonNode each : test.path("differences")) {
      differences.append(
          "%s %s (%.0f, %.0f); "
              .formatted(
                  each.path("kind").asText(),
                  each.path("name").asText(),
                  each.path("expected").asDouble(),
                  each.path("actual").asDouble()));
    }
    boolean isTold = differences.toString().contains(planted.told);
    JsonNode waiting = test.at("/waiting/0");
    System.out.printf(
        Locale.ROOT,
        "%-15s %8d %8d %6.1f%% %9.1f%% %5d s %+8.1f%% %6d of %3d  %s%s%n",
        planted.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        test.path("expected").asLong(),
        test.path("actual").asLong(),
        100 * test.path("total_error").asDouble(),
        100 * test.path("per_minute_error").asDouble(),
        waiting.path("actual_p95_ms").asLong() / 1_000,
        100 * waiting.path("error").asDouble(),
        estimates[0],
        estimates[1],
        differences.isEmpty() ? "none" : differences,
        isTold ? "" : " NOT DETECTED");
  }
}
