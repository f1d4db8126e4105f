package io.millrace.chaos;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;

/** What the cluster has to do meanwhile: schedules, jobs, and sources that people ask for. */
final class ChaosLoad {
  static final int CHANNELS = 20;
  private static final int TIMED = 40;
  private static final int ASKED = 200;
  private static final int JOBS = 5;

  private final Path began;

  /**
   * @param began where every process of a task writes its task's id, before anything else
   */
  ChaosLoad(Path began) {
    this.began = began;
  }

  /**
   * Everything is there before the first fault.
   *
   * @param start when the jobs begin
   */
  void define(ChaosNode node, Instant start) throws IOException {
    must(
        node.send(
            "PUT",
            "/flow-control",
            """
            {"enabled": true, "maxConcurrency": %d, "sourceSystems": [
              {"systemName": "JOBS", "reservedChannels": 4, "probability": 30},
              {"systemName": "DEFAULT", "reservedChannels": 2, "probability": 70}]}
            """
                .formatted(CHANNELS)));
    must(node.send("PUT", "/sources", sources(true)));
    for (int i = 0; i < JOBS; i++) {
      must(node.send("PUT", "/jobs", job(i, start, "")));
    }
  }

  /** Nothing new begins by itself after that time. */
  void end(ChaosNode node, Instant start, Instant end) throws IOException {
    must(node.send("PUT", "/sources", sources(false)));
    for (int i = 0; i < JOBS; i++) {
      must(node.send("PUT", "/jobs", job(i, start, ", end: " + end)));
    }
  }

  /** The name of a source that runs only if it is asked for. */
  static String asked(Random random) {
    return "asked" + random.nextInt(ASKED);
  }

  private String sources(boolean timed) {
    StringBuilder yaml = new StringBuilder("sources:\n");
    for (int i = 0; i < TIMED; i++) {
      String schedule = timed ? "schedule: {every: " + (3 + i % 5) + "s}, " : "";
      yaml.append(source("timed" + i, schedule, i));
    }
    for (int i = 0; i < ASKED; i++) {
      yaml.append(source("asked" + i, "", i));
    }
    return yaml.toString();
  }

  private String source(String name, String schedule, int i) {
    return "  %s: {collections: [{name: c, %srun: %s, retry: {delays: [1s, 2s, 5s]}}]}%n"
        .formatted(name, schedule, process(i % 10));
  }

  private String process(int tenths) {
    return "{process: [sh, -c, 'echo $MILLRACE_TASK_ID >> %s; sleep 0.%d']}"
        .formatted(began, tenths);
  }

  private static String id(int job) {
    return "00000000-0000-4000-8000-00000000000" + job;
  }

  private String job(int i, Instant start, String end) {
    return """
id: %s
project: chaos
name: job %d
triggers:
  - {name: often, start: %s, period: %ds, catchup: earliest%s}
steps:
  - {name: extract, depends: [trigger/often], run: %s, system: JOBS, retry: {attempts: 5, delay: 1s}}
  - {name: check, depends: [step/extract], run: %s, system: JOBS, retry: {attempts: 5, delay: 1s}}
  - {name: load, depends: [step/extract], run: %s, system: JOBS, retry: {attempts: 5, delay: 1s}}
  - {name: both, depends: [step/check, step/load]}
  - {name: report, depends: [step/both], run: {noop: {}}, system: JOBS}
"""
        .formatted(id(i), i, start, 5 + i, end, process(2), process(1), process(3));
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }

  private static void must(HttpResponse<String> answer) throws IOException {
    if (answer.statusCode() >= 300) {
      throw new IOException(answer.statusCode() + ": " + answer.body());
    }
  }
}
