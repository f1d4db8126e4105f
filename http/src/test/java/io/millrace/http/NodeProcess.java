package io.millrace.http;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A node as a process of its own, with an embedded database, to be killed for real. */
final class NodeProcess implements AutoCloseable {
  private final Process process;
  final Client client;
  private final Path log;

  private NodeProcess(Process process, Client client, Path log) {
    this.process = process;
    this.client = client;
    this.log = log;
  }

  /** Starts it as a user would, and returns when it serves. */
  static NodeProcess start(Path dataDir, Map<String, String> environment) throws IOException {
    return start(Main.class, dataDir, environment);
  }

  /** The same, with its clock at another time. */
  static NodeProcess startAt(Instant time, Path dataDir, Map<String, String> environment)
      throws IOException {
    Map<String, String> all = new HashMap<>(environment);
    all.put(ShiftedMain.STARTS_AT, time.toString());
    return start(ShiftedMain.class, dataDir, all);
  }

  private static NodeProcess start(Class<?> program, Path dataDir, Map<String, String> environment)
      throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Files.createDirectories(dataDir);
    Path log = dataDir.resolve("node.log");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx768m",
            "-XX:TieredStopAtLevel=1", // it does not live long
            "-cp",
            System.getProperty("java.class.path"),
            program.getName());
    builder.environment().putAll(environment);
    builder.environment().put("MILLRACE_DATA_DIR", dataDir.toString());
    builder.environment().put("MILLRACE_HTTP_PORT", Integer.toString(port));
    builder.environment().put("MILLRACE_ADMIN_TOKEN", TestNode.TOKEN);
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    NodeProcess node =
        new NodeProcess(
            builder.start(),
            new Client(new InetSocketAddress("127.0.0.1", port), TestNode.TOKEN),
            log);
    await()
        .atMost(Duration.ofSeconds(90))
        .ignoreExceptions()
        .failFast("the node ended: see " + log, () -> !node.process.isAlive())
        .until(() -> node.client.get("/ready").status() == 200);
    return node;
  }

  /** SIGKILL: it has no chance to say good-bye. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  boolean awaitExit(Duration duration) throws InterruptedException {
    return process.waitFor(duration.toMillis(), TimeUnit.MILLISECONDS);
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(40, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
