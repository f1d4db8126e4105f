package io.millrace.http.workers;

import io.millrace.http.TestClient;
import io.millrace.http.TestNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The worker of the docs, as a process of its own, to be killed for real. */
public final class WorkerProcess implements AutoCloseable {
  private static final Map<String, String> TOKENS = new ConcurrentHashMap<>();
  private static final Path WORKER = Path.of("..", "docs", "examples", "worker.py");

  private final Process process;

  private WorkerProcess(Process process) {
    this.process = process;
  }

  /**
   * @param script what it runs for each task, in a shell
   */
  static WorkerProcess start(TestNode node, String id, int max, Path log, String script)
      throws IOException {
    return start(node.client, id, max, log, script);
  }

  public static WorkerProcess start(TestClient client, String id, int max, Path log, String script)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "python3",
            WORKER.toString(),
            "--url",
            client.base(),
            "--id",
            id,
            "--max",
            Integer.toString(max),
            "--wait",
            "2",
            "--",
            "sh",
            "-c",
            script);
    builder.environment().put("MILLRACE_TOKEN", token(client, id));
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new WorkerProcess(builder.start());
  }

  /** A worker that is started again has the token it had: its id is that token's. */
  private static String token(TestClient client, String id) {
    String body = "{\"name\": \"%s\", \"role\": \"worker\"}".formatted(id);
    return TOKENS.computeIfAbsent(
        client.base() + " " + id, worker -> client.post("/tokens", body).text("token"));
  }

  /** SIGKILL; what it had started lives on, and is then killed, too. */
  void kill() throws InterruptedException {
    List<ProcessHandle> children = new ArrayList<>(process.descendants().toList());
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /** SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  public boolean awaitExit() throws InterruptedException {
    return process.waitFor(60, TimeUnit.SECONDS);
  }

  int exitValue() {
    return process.exitValue();
  }

  @Override
  public void close() {
    try {
      kill();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
