package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * What the node says of itself in its metrics.
 *
 * @param heap bytes
 * @param started threads, since the node began
 * @param errors requests that were answered 500
 */
record NodeVitals(
    double heap,
    double maxHeap,
    double files,
    double maxFiles,
    double threads,
    double started,
    double errors) {
  /** A part of the heap, and some files and threads, come and go with whatever a node does. */
  private static final double HEAP_PART = 0.25;

  private static final int FILES = 40;
  private static final int THREADS = 40;

  /** Threads that a node starts by itself in some minutes, and for programs. */
  private static final int STARTED = 300;

  private static final double MIB = 1024 * 1024;
  private static final int EXERCISES = 4;
  private static final String EXERCISE = " ".repeat(512 * 1024) + "{\"attempts\": []}";

  static NodeVitals read(ApiClient client) throws IOException {
    String metrics = client.get("/metrics").orFail("GET /metrics").body();
    return new NodeVitals(
        sum(metrics, "jvm_memory_used_bytes", line -> line.contains("area=\"heap\"")),
        sum(metrics, "jvm_memory_max_bytes", line -> line.contains("area=\"heap\"")),
        sum(metrics, "process_files_open_files", line -> true),
        sum(metrics, "process_files_max_files", line -> true),
        sum(metrics, "jvm_threads_live_threads", line -> true),
        sum(metrics, "jvm_threads_started_threads_total", line -> true),
        sum(
            metrics,
            "http_server_requests_seconds_count",
            line -> line.contains("status=\"500\"")));
  }

  /** One number of the metrics; the sum if there are several. */
  static double read(ApiClient client, String name) throws IOException {
    return sum(client.get("/metrics").orFail("GET /metrics").body(), name, line -> true);
  }

  static double sum(String metrics, String name, Predicate<String> which) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .filter(which)
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .filter(value -> value > 0)
        .sum();
  }

  /**
   * The least of each over some time: what is used, without what waits to be collected. Large and
   * empty requests of its own meanwhile make the node collect.
   */
  static NodeVitals least(ApiClient client, Duration time) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    NodeVitals least = read(client);
    while (System.nanoTime() < end) {
      for (int i = 0; i < EXERCISES; i++) {
        client.post("/workers/hostile-exercise/heartbeat", EXERCISE).orFail("A large heartbeat");
      }
      least = least.min(read(client));
      BoundedWait.millis(100);
    }
    return least;
  }

  private NodeVitals min(NodeVitals other) {
    return new NodeVitals(
        Math.min(heap, other.heap),
        maxHeap,
        Math.min(files, other.files),
        maxFiles,
        Math.min(threads, other.threads),
        other.started,
        other.errors);
  }

  /** Whether it is as before, but for what comes and goes. */
  boolean isBackAt(NodeVitals before) {
    return heap <= before.heap + HEAP_PART * Math.max(maxHeap, before.heap)
        && files <= before.files + FILES
        && threads <= before.threads + THREADS;
  }

  /**
   * What must hold afterwards.
   *
   * @param requests that came meanwhile
   */
  List<Finding> since(NodeVitals before, long requests) {
    Checklist checklist = new Checklist();
    checklist.check(
        "heap, files and threads are as before",
        isBackAt(before),
        before + " before, " + this + " after");
    checklist.check(
        "requests do not each start a thread",
        started - before.started <= STARTED + requests / 5.0,
        "%.0f threads for %,d requests".formatted(started - before.started, requests));
    checklist.check(
        "no request of anybody was a 500",
        errors <= before.errors,
        "%.0f more".formatted(errors - before.errors));
    return checklist.findings();
  }

  /**
   * Waits until it is as before.
   *
   * @return as it was last
   */
  static NodeVitals back(ApiClient client, NodeVitals before, Duration most) throws IOException {
    long end = System.nanoTime() + most.toNanos();
    NodeVitals now = least(client, Duration.ofSeconds(1));
    while (!now.isBackAt(before) && System.nanoTime() < end) {
      now = least(client, Duration.ofSeconds(2));
    }
    return now;
  }

  @Override
  public String toString() {
    return "heap %.0f MiB, %.0f files, %.0f threads".formatted(heap / MIB, files, threads);
  }
}
