package io.millrace.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.platform.FreePort;
import io.millrace.http.Node;
import io.millrace.http.settings.Settings;
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
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two nodes on one database, and their clock, which runs some hundred times as fast as ours. */
final class BackTestDay implements AutoCloseable {
  static final Instant BEGIN = Instant.parse("2026-03-02T12:00:00Z");
  static final int NODES = 2;
  static final int SLOTS = 10;

  private static final Duration STEP = Duration.ofSeconds(5);
  private static final long STEP_TAKES_MS = 15; // at least
  private static final Duration READY_WITHIN = Duration.ofMinutes(3);
  private static final String SECRET = "bench-bench-only-the-nodes-know-this-one";
  private static final String SETTINGS =
      """
      millrace {
        cluster { join = seeds, port = %1$d, seeds = "127.0.0.1:%2$d", secret = "%3$s" }
        http { port = 0, admin-token = "%4$s" }
        data-dir = "%5$s"
        db { url = "%6$s", user = "%7$s", password = "%8$s", connections = 10 }
        worker.slots = %9$d
        flow { max-concurrency = %10$d, missed-heartbeats = 1000000 }
        clock.max-offset = 0s
      }
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  private final ManualClock clock = new ManualClock(BEGIN.minusSeconds(30));
  private final List<Node> nodes = new ArrayList<>();
  private final BenchSchema schema;

  BackTestDay(BenchSchema schema, Path home) throws Exception {
    this.schema = schema;
    List<Integer> ports = FreePort.take(NODES);
    for (int port : ports) {
      Path dir = Files.createDirectories(home.resolve("back-test-" + port));
      String settings =
          SETTINGS.formatted(
              port,
              ports.get(0),
              SECRET,
              BusyDayLoad.TOKEN,
              dir,
              schema.url().url(),
              schema.url().user(),
              schema.url().password(),
              SLOTS,
              NODES * SLOTS);
      nodes.add(
          Node.start(
              Settings.load(ConfigFactory.parseString(settings)),
              clock.withZone(ZoneOffset.UTC),
              () -> 0));
    }
    awaitReady();
  }

  private void awaitReady() throws Exception {
    long began = System.nanoTime();
    for (Node node : nodes) {
      while (status(node, "/ready") != 200) {
        if (System.nanoTime() - began > READY_WITHIN.toNanos()) {
          throw new IllegalStateException("the nodes are not ready within " + READY_WITHIN);
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  private int status(Node node, String path) throws Exception {
    try {
      return send(node, "GET", path, "").statusCode();
    } catch (IOException notYet) {
      return 0;
    }
  }

  BenchSchema schema() {
    return schema;
  }

  /** The second node is gone from now on. */
  void loseNode() {
    nodes.remove(nodes.size() - 1).close();
  }

  /** The work of a minute that begins. */
  @FunctionalInterface
  interface MinuteWork {
    void run(Instant minute) throws Exception;
  }

  /** Moves the clock to the end, step by step. */
  void runUntil(Instant end, MinuteWork work) throws Exception {
    while (clock.instant().isBefore(end)) {
      Instant now = clock.instant().plus(STEP);
      clock.put(now);
      TimedRunner.endUntil(now);
      TimeUnit.MILLISECONDS.sleep(STEP_TAKES_MS);
      if (now.getEpochSecond() % 60 == 0) {
        work.run(now);
      }
    }
  }

  JsonNode get(String path) throws Exception {
    return json(send(nodes.get(0), "GET", path, ""));
  }

  JsonNode must(String method, String path, String body) throws Exception {
    HttpResponse<String> answer = send(nodes.get(0), method, path, body);
    if (answer.statusCode() >= 300) {
      throw new IOException(method + " " + path + ": " + answer.statusCode() + answer.body());
    }
    return json(answer);
  }

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    return new ObjectMapper().readTree(answer.body());
  }

  private HttpResponse<String> send(Node node, String method, String path, String body)
      throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.address().getPort() + path))
            .timeout(Duration.ofMinutes(1))
            .header("X-Admin-Token", BusyDayLoad.TOKEN)
            .header("Content-Type", body.startsWith("{") ? "application/json" : "application/yaml")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  @Override
  public void close() {
    nodes.forEach(Node::close);
  }
}
