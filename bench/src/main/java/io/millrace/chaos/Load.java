package io.millrace.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What the cluster has to do meanwhile: schedules, jobs, and people who ask for tasks. */
final class Load {
  static final int CHANNELS = 20;
  private static final int SCHEDULED = 40;
  private static final int BY_HAND = 200;
  private static final int JOBS = 5;
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile boolean stopped;

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
      must(node.send("PUT", "/jobs", job(i, start)));
    }
  }

  /** Nothing new begins by itself any more. */
  void end(ChaosNode node) throws IOException {
    stopped = true;
    must(node.send("PUT", "/sources", sources(false)));
    for (int i = 0; i < JOBS; i++) {
      must(node.send("POST", "/jobs/" + id(i) + "/pause", ""));
    }
  }

  private static String sources(boolean scheduled) {
    StringBuilder yaml = new StringBuilder("sources:\n");
    for (int i = 0; i < SCHEDULED; i++) {
      yaml.append(
          "  timed%d: {collections: [{name: c, %srun: {process: [sleep, '0.%d']}, retry: {delays: [1s, 2s, 5s]}}]}%n"
              .formatted(i, scheduled ? "schedule: {every: " + (3 + i % 5) + "s}, " : "", i % 10));
    }
    for (int i = 0; i < BY_HAND; i++) {
      yaml.append(
          "  asked%d: {collections: [{name: c, run: {process: [sleep, '0.%d']}, retry: {delays: [1s]}}]}%n"
              .formatted(i, i % 10));
    }
    return yaml.toString();
  }

  private static String id(int job) {
    return "00000000-0000-4000-8000-00000000000" + job;
  }

  private static String job(int i, Instant start) {
    return """
id: %s
project: chaos
name: job %d
triggers:
  - {name: often, start: %s, period: %ds, catchup: earliest}
steps:
  - {name: extract, depends: [trigger/often], run: {process: [sleep, '0.2']}, system: JOBS, retry: {attempts: 5, delay: 1s}}
  - {name: check, depends: [step/extract], run: {process: [sleep, '0.1']}, system: JOBS, retry: {attempts: 5, delay: 1s}}
  - {name: load, depends: [step/extract], run: {process: [sleep, '0.1']}, system: JOBS, retry: {attempts: 5, delay: 1s}}
  - {name: both, depends: [step/check, step/load]}
  - {name: report, depends: [step/both], run: {noop: {}}, system: JOBS}
"""
        .formatted(id(i), i, start, 5 + i);
  }

  /** Asks for tasks until it is stopped, each of any node; with one retry, as a client would. */
  void ask(List<ChaosNode> nodes, Random random) {
    while (!stopped) {
      String path = "/tasks?source=asked" + random.nextInt(BY_HAND) + "&collection=c";
      if (!asked(nodes.get(random.nextInt(nodes.size())), path)
          && !asked(nodes.get(random.nextInt(nodes.size())), path)) {
        refused.incrementAndGet();
      }
      pause(100);
    }
  }

  private boolean asked(ChaosNode node, String path) {
    try {
      HttpResponse<String> answer = node.send("POST", path, "");
      if (answer.statusCode() == 200 || answer.statusCode() == 201) {
        acknowledged.add(JSON.readValue(answer.body(), Map.class).get("task_id").toString());
        return true;
      }
    } catch (IOException away) {
      // the next node may be there
    }
    return false;
  }

  Set<String> acknowledged() {
    return acknowledged;
  }

  int refused() {
    return refused.get();
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
