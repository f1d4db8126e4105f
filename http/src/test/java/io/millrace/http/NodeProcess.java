package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.platform.FreePort;
import io.millrace.engine.platform.SystemCalls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/** A node as a process of its own, with an embedded database, to be killed for real. */
public final class NodeProcess implements AutoCloseable {
  /** In the environment of a node: root's powers are off, so it is like any other user. */
  static final String WITHOUT_POWERS = "WITHOUT_POWERS";

  private final Process process;
  public final TestClient client;
  private final Path log;

  private NodeProcess(Process process, TestClient client, Path log) {
    this.process = process;
    this.client = client;
    this.log = log;
  }

  /** Starts it as a user would, and returns when it serves. */
  public static NodeProcess start(Path dataDir, Map<String, String> environment)
      throws IOException {
    return start(Main.class, dataDir, environment);
  }

  /** The same, with its clock at another time. */
  public static NodeProcess startAt(Instant time, Path dataDir, Map<String, String> environment)
      throws IOException {
    Map<String, String> all = new HashMap<>(environment);
    all.put(ShiftedMain.STARTS_AT, time.toString());
    return start(ShiftedMain.class, dataDir, all);
  }

  private static NodeProcess start(Class<?> program, Path dataDir, Map<String, String> environment)
      throws IOException {
    NodeProcess node = launch(program, dataDir, environment);
    try {
      node.awaitReady();
      return node;
    } catch (ConditionTimeoutException never) {
      throw node.neverReady(never);
    }
  }

  /** What the node said, and what its threads did in the end. */
  private AssertionError neverReady(Exception cause) throws IOException {
    try {
      signal("-QUIT");
      kill();
    } catch (Exception fault) {
      cause.addSuppressed(fault);
    }
    return new AssertionError(log(), cause);
  }

  private void awaitReady() {
    await()
        .atMost(Duration.ofMinutes(5))
        .ignoreExceptions()
        .failFast("the node ended", () -> assertThat(process.isAlive()).as(log()).isTrue())
        .until(() -> client.get("/ready").status() == 200);
  }

  /** The same, without waiting for anything. */
  static NodeProcess launch(Class<?> program, Path dataDir, Map<String, String> environment)
      throws IOException {
    int port = FreePort.take();
    TestDatabase.shareBinaries(dataDir);
    Path log = dataDir.resolve("node.log");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx768m",
            "-XX:TieredStopAtLevel=1", // it does not live long
            "-cp",
            System.getProperty("java.class.path"),
            program.getName());
    if (environment.containsKey(WITHOUT_POWERS) && SystemCalls.isRoot()) {
      builder.command().addAll(0, List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all"));
    }
    builder.environment().putAll(environment);
    builder.environment().putIfAbsent("MILLRACE_OUTBOUND_ALLOW", "127.0.0.0/8");
    builder.environment().put("MILLRACE_DATA_DIR", dataDir.toString());
    builder.environment().put("MILLRACE_HTTP_PORT", Integer.toString(port));
    builder.environment().put("MILLRACE_ADMIN_TOKEN", TestNode.TOKEN);
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new NodeProcess(
        builder.start(),
        new TestClient(new InetSocketAddress("127.0.0.1", port), TestNode.TOKEN),
        log);
  }

  /** SIGKILL: it has no chance to say good-bye. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  /** SIGSTOP: it does not run, and does not know. */
  void freeze() throws Exception {
    signal("-STOP");
  }

  /** SIGCONT. */
  void wake() throws Exception {
    signal("-CONT");
  }

  private void signal(String name) throws Exception {
    new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  boolean awaitExit(Duration duration) throws InterruptedException {
    return process.waitFor(duration.toMillis(), TimeUnit.MILLISECONDS);
  }

  int exitCode() {
    return process.exitValue();
  }

  public String log() throws IOException {
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
