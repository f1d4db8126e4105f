package io.millrace.chaos;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.http.Main;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One node of the cluster, as a process of its own, that is started again when it ends. */
final class ChaosNode {
  static final String TOKEN = "chaos-chaos-chaos-chaos";
  static final int NODE_PORT = 25_520;
  static final int REAL_PORT = 25_530;
  private static final int HTTP_PORT = 18_080;
  private static final String SECRET_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  private static final String CLUSTER_SECRET = "chaos-chaos-only-the-nodes-know-this-one";

  private final int number;
  private final List<String> hosts;
  private final int patience;
  private final Path home;
  private final DatabaseUrl database;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  @SuppressWarnings("NullAway.Init") // set when it is first started; nobody ends it before
  private Process process;

  /**
   * @param number from 1 on
   * @param hosts the addresses of all nodes
   * @param patience with the owner that it asks, in seconds
   */
  ChaosNode(int number, List<String> hosts, int patience, Path home, DatabaseUrl database) {
    this.number = number;
    this.hosts = hosts;
    this.patience = patience;
    this.home = home;
    this.database = database;
  }

  int number() {
    return number;
  }

  String url() {
    return "http://" + host() + ":" + HTTP_PORT;
  }

  private String host() {
    return hosts.get(number - 1);
  }

  void start() throws IOException {
    Path dir = Files.createDirectories(home.resolve("node" + number));
    Path conf = dir.resolve("node.conf");
    String seeds =
        hosts.stream().map(host -> host + ":" + NODE_PORT).collect(Collectors.joining(","));
    Files.writeString(
        conf,
        """
        millrace.cluster { join = seeds, host = "%1$s", port = %2$d, seeds = "%3$s" }
        millrace.http { host = "%1$s", port = %4$d }
        millrace.worker { slots = 32, drain = 5s }
        millrace.ask-timeout = %6$ds
        akka.http.server.request-timeout = %7$ds
        akka.remote.artery.bind { hostname = "%1$s", port = %5$d }
        akka.remote.artery.advanced.tcp.outbound-client-hostname = "%1$s"
        """
            .formatted(host(), NODE_PORT, seeds, HTTP_PORT, REAL_PORT, patience, 2 * patience));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx640m",
            "-XX:TieredStopAtLevel=1", // none of them lives long
            "-XX:+UseSerialGC",
            "-Duser.timezone=UTC",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    builder
        .environment()
        .putAll(
            Map.of(
                "MILLRACE_CONFIG", conf.toString(),
                "MILLRACE_DATA_DIR", dir.toString(),
                "MILLRACE_ADMIN_TOKEN", TOKEN,
                "MILLRACE_SECRET_KEY", SECRET_KEY,
                "MILLRACE_CLUSTER_SECRET", CLUSTER_SECRET,
                "MILLRACE_DB_URL", database.url(),
                "MILLRACE_DB_USER", database.user(),
                "MILLRACE_DB_PASSWORD", database.password()));
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(dir.resolve("node.log").toFile()));
    process = builder.start();
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** A fenced node ends by itself, and must be started again. */
  boolean startIfEnded() throws IOException {
    if (isAlive()) {
      return false;
    }
    start();
    return true;
  }

  void kill() throws InterruptedException {
    if (process == null) {
      return;
    }
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  void terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      kill();
    }
  }

  /** SIGSTOP or SIGCONT. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  boolean isReady() {
    try {
      return send("GET", "/ready", "").statusCode() == 200;
    } catch (IOException away) {
      return false;
    }
  }

  HttpResponse<String> send(String method, String path, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .timeout(Duration.ofSeconds(patience + 5))
            .header("X-Admin-Token", TOKEN)
            .header("Content-Type", "application/yaml")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException(stop);
    }
  }
}
