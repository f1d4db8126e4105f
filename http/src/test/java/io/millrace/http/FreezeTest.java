package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.millrace.http.workers.WorkerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

  private final CompletableFuture<Void> asked = new CompletableFuture<>();
  private final CompletableFuture<Void> frozen = new CompletableFuture<>();
  private HttpServer service;

  /** A service that answers while the node is frozen. */
  @BeforeEach
  void serve() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/",
        exchange -> {
          asked.complete(null);
          frozen.join();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    service.start();
  }

  @AfterEach
  void stop() {
    frozen.complete(null);
    service.stop(0);
  }

  @Test
  void whatRanOnItAndElsewhereMeanwhileEndsWell() throws Exception {
    String wait = WAIT.formatted(temp);
    try (NodeProcess node = NodeProcess.start(temp.resolve("data"), Map.of())) {
      TestClient api = node.client;
      api.put(
          "/sources",
          """
          sources:
            s:
              collections:
                - {name: near, run: {process: [sh, -c, "%s"]}}
                - {name: far, run: {pull: {}}}
                - {name: web, run: {http: {url: "http://127.0.0.1:%d/"}}, timeout: 8s}
          """
              .formatted(wait, service.getAddress().getPort()));
      List<String> ids = List.of(api.queue("s", "near"), api.queue("s", "far"));
      Path log = temp.resolve("worker.log");
      try (WorkerProcess worker = WorkerProcess.start(api, "w", 1, log, wait)) {
        await().until(() -> ids.stream().allMatch(id -> status(api, id).equals("RUNNING")));
        String web = api.queue("s", "web");
        asked.get(30, TimeUnit.SECONDS);
        node.freeze();
        frozen.complete(null);
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
        for (String id : List.of(ids.get(0), ids.get(1), web)) {
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

  private static String status(TestClient api, String id) {
    return api.task(id).path("status").asText();
  }
}
