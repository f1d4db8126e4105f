package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** So many nodes on one database, each a process of its own. */
final class ScaleCluster implements AutoCloseable {
  private static final String TOKEN = "bench-bench-bench-bench";
  private static final String SECRET = "bench-bench-only-the-nodes-know-this-one";
  private static final int READY_WITHIN_S = 180;
  private static final String SETTINGS =
      """
      millrace {
        cluster { join = seeds, port = %1$d, seeds = "127.0.0.1:%2$d", secret = "%9$s" }
        http { port = %3$d, admin-token = "%4$s" }
        data-dir = "%5$s"
        db { url = "%6$s", user = "%7$s", password = "%8$s" }
        worker.slots = 1000
        flow.max-concurrency = 1000
        clock.max-offset = 0s
        due.max-unanswered = 2000
      }
      akka.cluster.failure-detector.acceptable-heartbeat-pause = 30s # all cores are busy
      akka.cluster.sharding.passivation.longest-idle {
        active-entity-limit = 1000000
        idle-entity.timeout = 1h
      }
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Process> processes = new ArrayList<>();
  private final List<Integer> httpPorts = new ArrayList<>();

  /** Returns when all of them serve as one cluster. */
  ScaleCluster(int nodes, DatabaseUrl database, Path home) throws Exception {
    List<Integer> ports = FreePort.take(2 * nodes);
    for (int i = 0; i < nodes; i++) {
      Path dir = Files.createDirectories(home.resolve("node" + i));
      httpPorts.add(ports.get(nodes + i));
      Path conf =
          Files.writeString(
              dir.resolve("node.conf"),
              SETTINGS.formatted(
                  ports.get(i),
                  ports.get(0),
                  ports.get(nodes + i),
                  TOKEN,
                  dir,
                  database.url(),
                  database.user(),
                  database.password(),
                  SECRET));
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xms1g",
                  "-Xmx1g",
                  "-Duser.timezone=UTC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ScaleNode.class.getName(),
                  conf.toString())
              .redirectErrorStream(true)
              .redirectOutput(dir.resolve("node.log").toFile())
              .start());
      awaitMembers(i + 1); // the first one begins the cluster; the others find it
    }
  }

  private void awaitMembers(int members) throws Exception {
    Pattern up = Pattern.compile("\"status\":\"up\"", Pattern.CASE_INSENSITIVE);
    for (int second = 0; second < READY_WITHIN_S; second++) {
      try {
        if (up.matcher(send("GET", "/cluster", "")).results().count() == members
            && ready(httpPorts.get(members - 1))) {
          return;
        }
      } catch (IOException notYet) {
        // it is starting
      }
      TimeUnit.SECONDS.sleep(1);
    }
    throw new IOException("the cluster has not " + members + " members: see the nodes' logs");
  }

  private boolean ready(int port) throws IOException, InterruptedException {
    HttpRequest ready = HttpRequest.newBuilder(uri(port, "/ready")).build();
    return http.send(ready, BodyHandlers.discarding()).statusCode() == 200;
  }

  private static URI uri(int port, String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  /** Asks the first node; what it answered. */
  String send(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(httpPorts.get(0), path))
            .header("X-Admin-Token", TOKEN)
            .header("Content-Type", "application/yaml")
            .method(method, BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException(method + " " + path + ": " + answer.statusCode() + answer.body());
    }
    return answer.body();
  }

  /** The sum of a metric over all nodes. */
  double metric(String name) throws IOException, InterruptedException {
    double sum = 0;
    for (int port : httpPorts) {
      HttpRequest metrics = HttpRequest.newBuilder(uri(port, "/metrics")).build();
      sum +=
          http.send(metrics, BodyHandlers.ofLines())
              .body()
              .filter(line -> line.startsWith(name))
              .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
              .sum();
    }
    return sum;
  }

  /** Puts the clocks of all nodes forward by a day. */
  void jump() throws IOException {
    for (Process process : processes) {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }
  }

  List<Long> pids() {
    return processes.stream().map(Process::pid).toList();
  }

  @Override
  public void close() throws IOException {
    for (Process process : processes) {
      process.getOutputStream().close();
    }
    for (Process process : processes) {
      process.onExit().completeOnTimeout(process, 60, TimeUnit.SECONDS).join().destroyForcibly();
    }
  }
}
