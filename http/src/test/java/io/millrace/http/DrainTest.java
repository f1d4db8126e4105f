package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainTest {

  @Test
  void onSigtermRunningTasksGetTheirGraceQueuedOnesWaitForTheNextStart(@TempDir Path temp)
      throws Exception {
    Path dataDir = temp.resolve("data");
    Path settings = temp.resolve("node.conf");
    Files.writeString(settings, "millrace.worker {slots = 2, drain = 4s}");
    DatabaseUrl database = TestDatabase.fresh();
    Map<String, String> environment =
        Map.of(
            "MILLRACE_CONFIG", settings.toString(),
            "MILLRACE_DB_URL", database.url(),
            "MILLRACE_DB_USER", database.user(),
            "MILLRACE_DB_PASSWORD", database.password());
    String quick;
    String slow;
    String queued;
    try (NodeProcess node = NodeProcess.start(dataDir, environment)) {
      node.client.put(
          "/sources",
          """
          sources:
            s:
              collections:
                - {name: quick, run: {process: [sleep, "2"]}}
                - {name: slow, run: {process: [sleep, "300"]}}
                - {name: queued, run: {noop: {}}}
          """);
      quick = node.client.queue("s", "quick");
      slow = node.client.queue("s", "slow");
      for (String id : new String[] {quick, slow}) {
        await().until(() -> node.client.task(id).path("status").asText().equals("RUNNING"));
      }
      queued = node.client.queue("s", "queued");
      node.terminate();
      assertThat(node.awaitExit(Duration.ofSeconds(40))).as(node.log()).isTrue();
    }
    try (NodeProcess again = NodeProcess.start(dataDir, environment)) {
      assertThat(again.client.task(quick).path("status").asText()).isEqualTo("SUCCESS");
      assertThat(again.client.task(slow).path("status").asText()).isEqualTo("FAILED");
      assertThat(again.client.task(slow).path("message").asText())
          .contains("Stopped with its node");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> again.client.task(queued).path("status").asText().equals("SUCCESS"));
    }
  }
}
