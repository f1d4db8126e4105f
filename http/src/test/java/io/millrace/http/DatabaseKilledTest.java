package io.millrace.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded PostgreSQL of a real node is killed with SIGKILL while the node works. */
class DatabaseKilledTest {
  private static final int EACH = 20;
  private static final Duration LONG = Duration.ofSeconds(90);

  @TempDir private Path temp;

  private String database() throws IOException {
    return Files.readAllLines(temp.resolve("data/postgres/postmaster.pid")).get(0);
  }

  private void killDatabase() throws IOException {
    ProcessHandle.of(Long.parseLong(database())).orElseThrow().destroyForcibly();
  }

  private NodeProcess start(String settings) throws IOException {
    Path file = Files.writeString(temp.resolve("node.conf"), settings);
    return NodeProcess.start(
        temp.resolve("data"),
        Map.of(
            "MILLRACE_CONFIG",
            file.toString(),
            // Not the settings for tests, which are on this class path, too.
            "JAVA_TOOL_OPTIONS",
            "-Dlogback.configurationFile=logback.xml"));
  }

  private static boolean hasEnded(TestClient api, String id) {
    return !api.task(id).path("finished_at").asText("").isEmpty();
  }

  /** How often the database has come back. */
  private static int returns(NodeProcess node) throws IOException {
    return node.log().split("PostgreSQL is back", -1).length - 1;
  }

  @Test
  void theNodeAnswersAgainAndWhatItAcknowledgedEnds() throws Exception {
    try (NodeProcess node = start("millrace.worker.slots = 4")) {
      String document =
          IntStream.range(0, 2 * EACH)
              .mapToObj(
                  i ->
                      "  s%d: {collections: [{name: c, run: {process: [sleep, '1']}}]}\n"
                          .formatted(i))
              .collect(Collectors.joining("", "sources:\n", ""));
      assertThat(Files.readString(Path.of("/proc", database(), "environ"), ISO_8859_1))
          .as("what other programs of this user can read")
          .contains("LC_ALL=C")
          .doesNotContain("MILLRACE_");
      assertThat(node.client.put("/sources", document).status()).isEqualTo(200);
      List<String> acknowledged = new ArrayList<>();
      for (int kill = 0; kill < 2; kill++) {
        for (int i = 0; i < EACH; i++) {
          String id = node.client.queue("s" + (kill * EACH + i), "c");
          assertThat(id).isNotEmpty();
          acknowledged.add(id);
        }
        int times = kill + 1;
        killDatabase();
        // It may be back before anybody has noticed: requests wait for a connection.
        await().atMost(LONG).until(() -> returns(node) == times);
        await().atMost(LONG).until(() -> node.client.get("/ready").status() == 200);
      }
      for (String id : acknowledged) {
        await().atMost(LONG).ignoreExceptions().until(() -> hasEnded(node.client, id));
      }
      assertThat(node.log())
          .contains("PostgreSQL has ended unexpectedly"); // a repeat is only counted
      assertThat(returns(node)).isEqualTo(2);
      assertThat(node.log().lines().filter(line -> line.matches("\\S+ (WARN|ERROR) .*")).count())
          .isLessThan(300);
    }
  }

  @Test
  void aDatabaseThatDoesNotStartAnyMoreEndsTheNodeWithACodeOfItsOwn() throws Exception {
    String settings =
        """
millrace { db.restarts = 2, db.connection-timeout = 1s, ask-timeout = 2s, worker.drain = 0s }
""";
    try (NodeProcess node = start(settings + TestCluster.LEAVES_AT_ONCE)) {
      Files.writeString(temp.resolve("data/postgres/PG_VERSION"), "9.6\n");
      killDatabase();
      assertThat(node.awaitExit(LONG)).as(node.log()).isTrue();
      assertThat(node.exitCode()).isEqualTo(74);
      assertThat(node.log()).contains("The embedded database no longer starts");
    }
  }
}
