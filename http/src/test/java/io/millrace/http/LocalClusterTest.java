package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.TestDatabase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command that starts, kills, rolls and stops nodes on one machine, as it is, on other ports.
 */
class LocalClusterTest {
  private static final Path CONFIG = Path.of("..", "cluster-config");
  private static final List<String> FILES =
      List.of("local-cluster", "local1.conf", "local2.conf", "local3.conf");

  @TempDir Path root;

  private record CommandResult(int exit, String text) {}

  /** A copy of it, with the program of this test in the place of the one that is staged. */
  @BeforeEach
  void copy() throws IOException {
    TestDatabase.shareBinaries(root.resolve(".millrace/cluster/database"));
    for (String file : FILES) {
      String text = Files.readString(CONFIG.resolve(file));
      executable(
          root.resolve("cluster-config").resolve(file),
          text.replace(":808", ":1828")
              .replace("port = 808", "port = 1828")
              .replace("2552", "1838"));
    }
    executable(
        root.resolve("http/target/universal/stage/bin/millrace"),
        """
        #!/bin/sh
        exec "%s" $JAVA_OPTS -XX:TieredStopAtLevel=1 -cp "%s" %s "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Main.class.getName()));
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private CommandResult run(String... arguments) throws IOException, InterruptedException {
    Path said = root.resolve("said.txt");
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("cluster-config/local-cluster").toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().keySet().removeIf(name -> name.startsWith("MILLRACE_"));
    builder.environment().put("JAVA_OPTS", "-Xmx400m");
    Process process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new CommandResult(process.exitValue(), Files.readString(said));
  }

  private TestClient node(int number) throws IOException {
    String token = Files.readString(root.resolve(".millrace/cluster/admin-token"));
    return new TestClient(new InetSocketAddress("127.0.0.1", 18280 + number), token);
  }

  @AfterEach
  void nothingIsLeftBehind() throws IOException {
    Path home = root.resolve(".millrace/cluster");
    if (!Files.exists(home)) {
      return;
    }
    try (var files = Files.newDirectoryStream(home, "*.pid")) {
      for (Path file : files) {
        long pid = Long.parseLong(Files.readString(file).trim());
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Test
  void nodesAreStartedKilledRolledAndStopped() throws Exception {
    assertThat(run("start")).satisfies(said -> assertThat(said.exit()).as(said.text()).isZero());
    assertThat(run("status").text())
        .contains("node 1 serves", "node 2 serves", "node 3 serves http://127.0.0.1:18283");
    await().until(() -> node(1).get("/cluster").json().path("members").size() == 3);
    String id = node(3).queue("demo", "c");

    assertThat(run("kill", "2").text()).contains("node 2 was killed");
    assertThat(run("status").text()).contains("node 2 does not run");

    CommandResult rolled = run("roll");
    assertThat(rolled.exit()).as(rolled.text()).isZero();
    assertThat(rolled.text())
        .containsSubsequence("node 1 has left", "node 1 serves", "node 3 has left", "node 3 serves")
        .doesNotContain("node 2");
    await().until(() -> node(1).task(id).path("status").asText().equals("SUCCESS"));

    assertThat(run("stop").text())
        .containsSubsequence("node 1 has left", "node 3 has left", "the database has stopped");
    assertThat(run("status").text())
        .contains("node 1 does not run", "node 2 does not run", "node 3 does not run");
  }

  @Test
  void whatIsNoNodeIsRefusedAndHelpIsThere() throws Exception {
    CommandResult refused = run("start", "4");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.text()).contains("'4' is not a node: 1, 2 or 3");
    assertThat(run().text()).contains("local-cluster roll", "local-cluster kill 2");
  }
}
