package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real node that does not run for a while, as on a laptop that sleeps or a machine that is
 * paused.
 */
class FreezeTest {
  private static final Duration FREEZE = Duration.ofSeconds(12);
  private static final String WAIT = "until [ -e %s/gate ]; do sleep 0.2; done";

  @TempDir private Path temp;

  @Test
  void whatRanOnItAndAtARemoteWorkerMeanwhileEndsWell() throws Exception {
    String wait = WAIT.formatted(temp);
    try (NodeProcess node = NodeProcess.start(temp.resolve("data"), Map.of())) {
      Client api = node.client;
      api.put(
          "/sources",
          """
          sources:
            s:
              collections:
                - {name: near, run: {process: [sh, -c, "%s"]}}
                - {name: far, run: {pull: {}}}
          """
              .formatted(wait));
      List<String> ids = List.of(api.queue("s", "near"), api.queue("s", "far"));
      Path log = temp.resolve("worker.log");
      try (WorkerProcess worker = WorkerProcess.start(api, "w", 1, log, wait)) {
        await().until(() -> ids.stream().allMatch(id -> status(api, id).equals("RUNNING")));
        node.freeze();
        try {
          await().pollDelay(FREEZE).until(() -> true);
        } finally {
          node.wake();
        }
        await()
            .during(Duration.ofSeconds(2))
            .atMost(Duration.ofSeconds(20))
            .until(() -> ids.stream().allMatch(id -> status(api, id).equals("RUNNING")));
        Files.createFile(temp.resolve("gate"));
        for (String id : ids) {
          await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> List.of("SUCCESS", "FAILED").contains(status(api, id)));
          assertThat(status(api, id)).as(api.task(id).toString()).isEqualTo("SUCCESS");
        }
        worker.terminate();
        assertThat(worker.awaitExit()).as(Files.readString(log)).isTrue();
      }
      assertThat(api.get("/ready").status()).isEqualTo(200);
      assertThat(node.log()).contains("did not run for").doesNotContain("worker was lost");
    }
  }

  private static String status(Client api, String id) {
    return api.task(id).path("status").asText();
  }
}
