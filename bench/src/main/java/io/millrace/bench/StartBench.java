package io.millrace.bench;

import io.millrace.engine.platform.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * How long the staged program takes from its start until {@code /ready} answers 200: with an empty
 * data directory, and with one that has a past. Its own database is part of it.
 */
final class StartBench {
  private static final Path PROGRAM =
      Path.of("http", "target", "universal", "stage", "bin", "millrace");
  private static final String TOKEN = "bench-bench-bench-bench";
  private static final int COLLECTIONS = 200;
  private static final long READY_WITHIN_NS = TimeUnit.MINUTES.toNanos(5);
  private static final double SECOND_NS = 1e9;

  private final Path dataDir;
  private final int port = FreePort.take();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(1))
          .build();

  StartBench(Path home) {
    this.dataDir = home.resolve("start");
  }

  void run(int tasks, int rounds) throws Exception {
    if (!Files.isExecutable(PROGRAM)) {
      throw new IOException("There is no " + PROGRAM + ": run ./sbt stage first");
    }
    Files.createDirectories(dataDir);
    Process first = start("empty data directory");
    addPast(tasks);
    stop(first);
    for (int round = 1; round <= rounds; round++) {
      stop(start("%,d past tasks, round %d".formatted(tasks, round)));
    }
  }

  private Process start(String what) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(PROGRAM.toString());
    builder
        .environment()
        .putAll(
            Map.of(
                "MILLRACE_DATA_DIR", dataDir.toString(),
                "MILLRACE_HTTP_PORT", Integer.toString(port),
                "MILLRACE_ADMIN_TOKEN", TOKEN));
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(dataDir.resolve("node.log").toFile()));
    long begun = System.nanoTime();
    Process process = builder.start();
    while (!isReady()) {
      if (!process.isAlive() || System.nanoTime() - begun > READY_WITHIN_NS) {
        process.destroy();
        throw new IOException(Files.readString(dataDir.resolve("node.log")));
      }
      Thread.sleep(10);
    }
    double seconds = (System.nanoTime() - begun) / SECOND_NS;
    double cpu = process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
    System.out.printf(
        "%-32s ready after %5.1f s; the node used %5.1f s of a core%n", what, seconds, cpu);
    return process;
  }

  private static void stop(Process process) throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  private boolean isReady() throws InterruptedException {
    try {
      return http.send(request("/ready").build(), BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .header("X-Admin-Token", TOKEN);
  }

  /** Each collection has many tasks, one after the other. */
  private void addPast(int tasks) throws Exception {
    StringBuilder sources = new StringBuilder("sources: {s: {collections: [");
    for (int i = 0; i < COLLECTIONS; i++) {
      sources.append(i == 0 ? "" : ", ").append("{name: c").append(i).append(", run: {noop: {}}}");
    }
    HttpRequest put =
        request("/sources").PUT(BodyPublishers.ofString(sources.append("]}}").toString())).build();
    HttpResponse<String> answer = http.send(put, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.body());
    }
    for (int created = 0; created < tasks; ) {
      List<CompletableFuture<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < COLLECTIONS; i++) {
        HttpRequest post =
            request("/tasks?source=s&collection=c" + i).POST(BodyPublishers.noBody()).build();
        answers.add(
            http.sendAsync(post, BodyHandlers.discarding()).thenApply(HttpResponse::statusCode));
      }
      created += (int) answers.stream().filter(status -> status.join() == 201).count();
    }
  }
}
