package io.millrace.http.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient;
import io.millrace.http.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command of the docs' worker is told, and what it may say. */
class WorkerExampleTest {
  private static final String SOURCES =
      """
      sources:
        s:
          collections:
            - {name: told, run: {pull: {body: {n: 7}}}}
            - {name: broken, run: {pull: {}}}
            - {name: silent, run: {pull: {}}}
      """;

  private static final String SCRIPT =
      """
      case $MILLRACE_COLLECTION in
        told)
          test "$MILLRACE_INPUTS" = '{}' && test -z "$MILLRACE_LOGICAL_TIME" || exit 1
          env | grep -e MILLRACE_SECRET -e MILLRACE_CONFIG -e MILLRACE_BODY && exit 2
          cat > "$MILLRACE_OUTPUT" ;;
        broken) echo rows: 7 > "$MILLRACE_OUTPUT" ;;
      esac
      """;

  @TempDir private static Path temp;
  private static TestNode node;
  private static TestClient api;
  private static WorkerProcess worker;

  @BeforeAll
  static void start() throws Exception {
    node = TestNode.start();
    api = node.client;
    assertThat(api.put("/sources", SOURCES).status()).isEqualTo(200);
    worker = WorkerProcess.start(node, "example", 3, temp.resolve("log"), SCRIPT);
  }

  @AfterAll
  static void stop() throws Exception {
    worker.close();
    node.close();
    assertThat(Files.readString(temp.resolve("log"))).isEmpty();
  }

  private static JsonNode ended(String collection, String status) {
    String id = api.queue("s", collection);
    JsonNode task =
        await(collection)
            .atMost(Duration.ofSeconds(60))
            .until(() -> api.task(id), it -> !it.path("finished_at").asText().isEmpty());
    assertThat(task.path("status").asText()).as(task.toString()).isEqualTo(status);
    return task;
  }

  @Test
  void itIsToldItsInputsAndItsFileIsTheOutput() {
    assertThat(ended("told", "SUCCESS").path("output"))
        .as("its body, which it was given")
        .hasToString("{\"n\":7}");
  }

  @Test
  void anOutputThatIsNotJsonIsAFailure() {
    assertThat(ended("broken", "FAILED").path("message").asText()).contains("not JSON");
  }

  @Test
  void withoutAFileThereIsNoOutput() {
    assertThat(ended("silent", "SUCCESS").path("output").isNull()).isTrue();
  }
}
