package io.millrace.http.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logs over real HTTP: in pages, and followed as they are written. */
@Timeout(120)
class LogStreamTest {
  private static TestNode node;
  private static TestClient api;
  @TempDir private static Path temp;

  /** Programs say a line for each file that appears, and end with the file "end". */
  @BeforeAll
  static void start() {
    node = TestNode.start("millrace.history.log-lines = 1000");
    api = node.client;
    String script =
        "n=1; while [ ! -e TEMP/NAME-end ]; do"
            + " if [ -e TEMP/NAME-$n ]; then echo line $n; n=$((n+1)); else sleep 0.05; fi; done";
    Answer saved =
        api.put(
            "/sources",
            """
            sources:
              s:
                collections:
                  - {name: talks, run: {process: [sh, -c, "seq 1 25"]}}
                  - {name: much, run: {process: [sh, -c, "seq 1 2500"]}}
                  - {name: live, run: {process: [sh, -c, "%s"]}}
                  - {name: again, run: {process: [sh, -c, "%s"]}}
            """
                .formatted(script.replace("NAME", "live"), script.replace("NAME", "again"))
                .replace("TEMP", temp.toString()));
    assertThat(saved.status()).as(saved.response().body()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aLogIsReadInPages() {
    String id = ended("talks");
    List<String> read = new ArrayList<>();
    String after = "";
    int pages = 0;
    do {
      JsonNode page = api.get("/tasks/" + id + "/logs?limit=10" + after).json();
      page.path("logs").forEach(line -> read.add(line.path("message").asText()));
      assertThat(page.path("dropped").asInt(-1)).isZero();
      after = page.has("after") ? "&after=" + page.path("after").asText() : "";
      pages++;
    } while (!after.isEmpty());
    assertThat(read).isEqualTo(IntStream.rangeClosed(1, 25).mapToObj(i -> "" + i).toList());
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void aLogThatWasTooLongSaysHowManyLinesAreMissing() {
    String id = ended("much");
    JsonNode page = api.get("/tasks/" + id + "/logs?limit=10000").json();
    assertThat(page.path("logs")).hasSize(1_000);
    assertThat(page.path("logs").get(0).path("message").asText()).isEqualTo("1501");
    assertThat(page.path("dropped").asInt()).isEqualTo(1_500);
    assertThat(page.has("after")).isFalse();
  }

  @Test
  void whatIsWrongWithTheQuestionIsSaid() {
    String id = ended("talks");
    Answer answer = api.get("/tasks/" + id + "/logs?limit=10001&after=x&start=soon");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("errors")).hasSize(3);
    Answer wrong =
        api.send(
            api.request("/tasks/" + id + "/logs")
                .header("Accept", "text/event-stream")
                .header("Last-Event-ID", "x"));
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.text("detail")).contains("Last-Event-ID");
  }

  @Test
  void linesComeWhileTheTaskRunsAndThenItsEnd() throws Exception {
    String id = api.queue("s", "live");
    try (LogEventReader events = LogEventReader.of(api, id, null)) {
      assertThat(events.contentType()).startsWith("text/event-stream");
      for (int n = 1; n <= 3; n++) {
        Files.createFile(temp.resolve("live-" + n));
        LogEventReader.Event line = events.next();
        assertThat(line.name()).isEqualTo("line");
        assertThat(line.json().path("message").asText()).isEqualTo("line " + n);
        assertThat(line.json().path("level").asText()).isEqualTo("info");
        assertThat(api.task(id).path("status").asText()).isEqualTo("RUNNING");
      }
      Files.createFile(temp.resolve("live-end"));
      LogEventReader.Event end = events.next();
      assertThat(end.name()).isEqualTo("end");
      assertThat(end.json().path("status").asText()).isEqualTo("SUCCESS");
      assertThat(events.next()).as("the stream is over").isNull();
    }
  }

  @Test
  void aReaderThatWasCutOffGoesOnWithoutGapOrRepeat() throws Exception {
    String id = api.queue("s", "again");
    List<String> seen = new ArrayList<>();
    String last = null;
    for (int round = 0; round < 4; round++) {
      try (LogEventReader events = LogEventReader.of(api, id, last)) {
        for (int n = 1; n <= 3; n++) {
          Files.createFile(temp.resolve("again-" + (3 * round + n)));
        }
        for (int n = 1; n <= 2; n++) {
          LogEventReader.Event line = events.next();
          seen.add(line.json().path("message").asText());
          last = line.id();
        }
      }
    }
    Files.createFile(temp.resolve("again-end"));
    try (LogEventReader events = LogEventReader.of(api, id, last)) {
      for (LogEventReader.Event event = events.next(); event != null; event = events.next()) {
        seen.add(event.name().equals("end") ? "end" : event.json().path("message").asText());
      }
    }
    List<String> expected =
        new ArrayList<>(IntStream.rangeClosed(1, 12).mapToObj(i -> "line " + i).toList());
    expected.add("end");
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void theWholeLogOfATaskThatEndedIsSentAtOnceHoweverManyPages() throws Exception {
    String id = ended("much");
    int lines = 0;
    try (LogEventReader events = LogEventReader.of(api, id, null)) {
      LogEventReader.Event event = events.next();
      while (!event.name().equals("end")) {
        lines++;
        event = events.next();
      }
      assertThat(event.json().path("dropped").asInt()).isEqualTo(1_500);
    }
    assertThat(lines).isEqualTo(1_000);
  }

  @Test
  void aTaskThatDoesNotExistIsNotFoundBeforeAnyEvent() {
    Answer answer =
        api.send(
            api.request("/tasks/s_talks_01a1e451-28fe-7f1d-b60d-26f9e438fcb6/logs")
                .header("Accept", "text/event-stream"));
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text("type")).endsWith("unknown-task");
  }

  private static String ended(String collection) {
    String id = api.queue("s", collection);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !api.task(id).path("finished_at").asText().isEmpty());
    return id;
  }
}
