package io.millrace.http.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LogStreamBoundTest {

  @Test
  void oneReaderTooManyIsRefusedUntilAnotherIsGoneAndTheNodeStopsWithReadersOnIt()
      throws Exception {
    LogEventReader last;
    try (TestNode node = TestNode.start("millrace {http.log-streams = 2, worker.drain = 1s}")) {
      TestClient api = node.client;
      api.put(
          "/sources",
          """
          sources:
            s:
              collections:
                - {name: c, run: {process: [sh, -c, "while sleep 0.1; do echo on; done"]}}
          """);
      String id = api.queue("s", "c");
      LogEventReader second = LogEventReader.of(api, id, null);
      try (LogEventReader first = LogEventReader.of(api, id, null)) {
        assertThat(List.of(first.status(), second.status())).containsOnly(200);
        Answer third =
            api.send(api.request("/tasks/" + id + "/logs").header("Accept", "text/event-stream"));
        assertThat(third.status()).isEqualTo(503);
        assertThat(third.header("Retry-After")).isNotEmpty();
        assertThat(api.get("/tasks/" + id + "/logs").status()).as("a page").isEqualTo(200);
      }
      last =
          await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> LogEventReader.of(api, id, null), events -> events.status() == 200);
      assertThat(last.next().name()).isEqualTo("line");
      second.close();
    }
    try {
      LogEventReader.Event event = last.next();
      while (event != null) {
        assertThat(event.name()).as("it did not end, it was cut off").isEqualTo("line");
        event = last.next();
      }
    } catch (IOException reset) {
      // The node was gone before all it had said was read.
    }
  }
}
