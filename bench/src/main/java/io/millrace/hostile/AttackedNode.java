package io.millrace.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.platform.FreePort;
import io.millrace.engine.platform.SystemCalls;
import io.millrace.http.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A node to be attacked: a process of its own, with little heap and few files. */
final class AttackedNode implements AutoCloseable {
  static final String TOKEN = "hostile-hostile-hostile";
  private static final int FILES = 4_096;
  private static final Duration START = Duration.ofSeconds(120);

  private final Process process;
  private final AttackTarget target;
  private final Path log;
  private final int open;

  private AttackedNode(Process process, int port, Path log, int open) {
    this.process = process;
    this.target = AttackTarget.of("http://127.0.0.1:" + port);
    this.log = log;
    this.open = open;
  }

  /**
   * @param settings HOCON
   * @param options of the JVM
   */
  static AttackedNode start(Path home, DatabaseUrl database, String settings, List<String> options)
      throws Exception {
    int port = FreePort.take();
    int open = FreePort.take();
    Path conf = Files.writeString(home.resolve("node.conf"), settings);
    Path log = home.resolve("node.log");
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "ulimit -n " + FILES + " && exec \"$@\"", "sh"));
    if (SystemCalls.isRoot()) {
      // So it is like any other user, whose programs cannot look at it.
      command.addAll(List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-Duser.timezone=UTC",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "MILLRACE_CONFIG", conf.toString(),
                "MILLRACE_DATA_DIR", home.resolve("data").toString(),
                "MILLRACE_HTTP_PORT", Integer.toString(port),
                "MILLRACE_ADMIN_TOKEN", TOKEN,
                "MILLRACE_OUTBOUND_ALLOW", "127.0.0.1:" + open,
                "MILLRACE_DB_URL", database.url(),
                "MILLRACE_DB_USER", database.user(),
                "MILLRACE_DB_PASSWORD", database.password()));
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    AttackedNode node = new AttackedNode(builder.start(), port, log, open);
    if (!BoundedWait.until(START, node::isReady)) {
      node.close();
      throw new IOException("The node did not start: see " + log);
    }
    return node;
  }

  private boolean isReady() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("The node ended: see " + log);
    }
    try {
      return target.client(null).get("/ready").status() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  AttackTarget target() {
    return target;
  }

  /** What the suite has to be told of it. */
  List<String> arguments() throws IOException {
    JsonNode self = target.client(TOKEN).get("/cluster").json().at("/members/0/address");
    return List.of(
        target.base().toString(),
        "--programs",
        "--cluster",
        self.asText().replaceFirst(".*@", ""),
        "--log",
        log.toString(),
        "--listen",
        Integer.toString(open));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException stop) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
