package io.millrace.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.platform.FreePort;
import io.millrace.runners.container.PodmanEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The image: it can be repeated, and a real engine runs it with as little as it may have. */
class ImageTest {
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  private final List<String> containers = new ArrayList<>();
  private PodmanEngine engine;

  @AfterEach
  void remove() throws IOException {
    for (String container : containers) {
      engine.podman("rm", "--force", "--time=0", container);
    }
  }

  @Test
  void theSameFilesOnTheSameBaseGiveTheSameImage() throws IOException {
    assertThat(Files.mismatch(BuiltPackages.image("once"), BuiltPackages.image("again")))
        .isEqualTo(-1);
  }

  @Test
  void threeContainersFormAClusterAndSurviveAKill() throws Exception {
    engine = PodmanEngine.shared();
    engine.podman("load", "--input", BuiltPackages.image("once").toString());
    String image = engine.podman("images", "--quiet", "--filter=reference=localhost/millrace");
    DatabaseUrl database = TestDatabase.empty();
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ports.add(FreePort.take());
    }
    List<RunningNode> nodes = ports.subList(0, 3).stream().map(RunningNode::new).toList();
    for (int i = 0; i < 3; i++) {
      start(image, "node" + i, database, ports.get(i), ports.get(3 + i), ports.get(3));
      awaitReady("node" + i, nodes.get(i));
    }
    await().atMost(PATIENCE).until(() -> nodes.get(0).members() == 3);
    assertThat(engine.podman("exec", "node1", "id", "-u")).isEqualTo("10001");
    assertThatThrownBy(() -> engine.podman("exec", "node1", "touch", "/opt/millrace/x"))
        .hasMessageContaining("Read-only file system");
    assertRefreshes(nodes.get(1));

    engine.podman("kill", "--signal=KILL", "node0");
    await().atMost(PATIENCE).ignoreExceptions().until(() -> nodes.get(2).members() == 2);
    assertRefreshes(nodes.get(1));
    assertRefreshes(nodes.get(2));

    engine.podman("stop", "--time=120", "node1");
    assertThat(engine.podman("inspect", "--format={{.State.ExitCode}}", "node1"))
        .as("it left in good order")
        .isIn("0", "143");
  }

  private void awaitReady(String name, RunningNode node) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(2))
        .failFast(() -> assertRuns(name))
        .until(node::isReady);
  }

  private void assertRuns(String name) throws IOException {
    String status = engine.podman("inspect", "--format={{.State.Status}}", name);
    if (!status.equals("running")) {
      throw new AssertionError(status + ": " + engine.podman("logs", name));
    }
  }

  private static void assertRefreshes(RunningNode node) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              String task = node.refresh();
              await().atMost(PATIENCE).until(() -> node.status(task).equals("SUCCESS"));
              return true;
            });
  }

  /** Nothing but the data and /tmp can be written, and nothing is gained. */
  private void start(
      String image, String name, DatabaseUrl database, int http, int port, int firstPort)
      throws IOException {
    containers.add(name);
    List<String> command =
        new ArrayList<>(
            List.of(
                "run",
                "--detach",
                "--name=" + name,
                "--network=host",
                "--read-only",
                "--cap-drop=ALL",
                "--security-opt=no-new-privileges",
                "--ulimit=nofile=4096:4096",
                "--ulimit=nproc=2048:2048",
                "--memory=1g"));
    List.of(
            "JAVA_OPTS=-XX:MaxRAMPercentage=50 -XX:TieredStopAtLevel=1",
            "MILLRACE_HTTP_HOST=127.0.0.1",
            "MILLRACE_HTTP_PORT=" + http,
            "MILLRACE_NODE_PORT=" + port,
            "MILLRACE_JOIN=seeds",
            "MILLRACE_SEEDS=127.0.0.1:" + firstPort,
            "MILLRACE_CLUSTER_SECRET=0123456789abcdef0123456789abcdef",
            "MILLRACE_SECRET_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
            "MILLRACE_ADMIN_TOKEN=" + RunningNode.TOKEN,
            "MILLRACE_DB_URL=" + database.url(),
            "MILLRACE_DB_USER=" + database.user(),
            "MILLRACE_DB_PASSWORD=" + database.password())
        .forEach(variable -> command.addAll(List.of("--env", variable)));
    command.add(image);
    engine.podman(command.toArray(String[]::new));
  }
}
