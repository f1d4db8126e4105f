package io.millrace.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.client.MillraceClient;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker of the Python client, as a process of its own, and a real node. */
class PythonWorkerTest {
  private static final Path PYTHON = Path.of("..", "client", "python").toAbsolutePath();
  private static final List<String> QUEUES =
      List.of("good", "throws", "fails", "hopeless", "canceled", "deaf", "loud", "odd", "program");

  @TempDir private static Path temp;
  private static TestNode node;
  private static MillraceClient api;
  private static Process worker;

  @BeforeAll
  static void start() throws IOException {
    node = TestNode.start("millrace.worker.heartbeat = 1s");
    api = MillraceClient.at(node.client.base(), TestNode.TOKEN);
    api.sources()
        .replaceSources(
            QUEUES.stream()
                .map(
                    name ->
                        "      - {name: %s, retry: {attempts: 2, delay: 1m}, run: {pull: {queue: %1$s, body: {n: 7}}}}\n"
                            .formatted(name))
                .collect(Collectors.joining("", "sources:\n  s:\n    collections:\n", "")),
            false);
    worker = worker();
  }

  private static Process worker() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("python3", PYTHON.resolve("tests/handlers.py").toString());
    builder.environment().put("PYTHONPATH", PYTHON.resolve("src").toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("MILLRACE_URL", node.client.base());
    builder.environment().put("MILLRACE_TOKEN", node.token(Role.WORKER));
    builder.environment().put("CANCELED", temp.resolve("canceled").toString());
    builder.environment().put("LOOK", temp.resolve("look").toString());
    builder.environment().put("MEGABYTES", "1000");
    builder.environment().put("GATE", temp.resolve("gate").toString());
    return builder.redirectErrorStream(true).redirectOutput(temp.resolve("log").toFile()).start();
  }

  /** SIGTERM: it ends by itself, with what it runs. */
  @AfterAll
  static void stop() throws Exception {
    Files.writeString(temp.resolve("gate"), "open");
    worker.destroy();
    boolean ended = worker.waitFor(60, TimeUnit.SECONDS);
    worker.destroyForcibly();
    node.close();
    assertThat(ended).as(Files.readString(temp.resolve("log"))).isTrue();
  }

  private static String queued(String name) {
    return api.tasks().refreshCollection("s", name).taskId();
  }

  private static Task ended(String id) throws IOException {
    return await(id)
        .atMost(Duration.ofMinutes(5))
        .failFast("the worker ended", () -> !worker.isAlive())
        .until(() -> api.tasks().getTask(id), task -> task.finishedAt() != null);
  }

  private static List<String> log(String id) {
    return api.tasks().allLog(id).map(LogLine::message).toList();
  }

  private static void awaitStarted(String id) {
    await(id).atMost(Duration.ofSeconds(60)).until(() -> log(id).contains("started"));
  }

  @Test
  void aTaskThatSucceedsHasItsOutputItsLogAndItsProgress() throws IOException {
    String id = queued("good");
    await(id)
        .atMost(Duration.ofSeconds(60))
        .until(() -> "Reading".equals(api.tasks().getTask(id).userFriendlyStatus()));
    Files.createFile(temp.resolve("look"));
    assertThat(ended(id).output()).hasToString("{\"rows\":42}");
    assertThat(log(id)).containsExactlyInAnyOrder("looking at 7", "printed", "complained");
  }

  @Test
  void aHandlerThatThrowsFailsItsTaskAndItsTraceIsInTheLog() throws IOException {
    String id = queued("throws");
    Task failed = ended(id);
    assertThat(failed.status()).isEqualTo(TaskStatus.FAILED);
    assertThat(failed.message()).contains("ValueError", "too deep");
    assertThat(log(id)).anyMatch(line -> line.contains("in throws"));
    assertThat(api.sources().getCollection("s", "throws").refresh().state())
        .as("its retry is booked")
        .isNotEqualTo("disabled");
  }

  @Test
  void aFailureSaysWhatItsUserSeesAndWhenARetryIsUseful() throws IOException {
    Task failed = ended(queued("fails"));
    assertThat(failed.message()).isEqualTo("the bank is away");
    assertThat(failed.userMessage()).isEqualTo("Your bank does not answer");
    assertThat(api.sources().getCollection("s", "fails").refresh().refreshAt())
        .isAfter(failed.finishedAt().plusSeconds(3_500));
  }

  @Test
  void aFailureThatWouldComeAgainDisablesTheCollection() throws IOException {
    assertThat(ended(queued("hopeless")).userMessage()).isEqualTo("Connect your bank again");
    assertThat(api.sources().getCollection("s", "hopeless").refresh().state())
        .isEqualTo("disabled");
  }

  @Test
  void aCanceledTaskEndsItsHandler() {
    String id = queued("canceled");
    awaitStarted(id);
    api.tasks().cancelTask(id);
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(temp.resolve("canceled")));
    assertThat(api.tasks().getTask(id).status()).isEqualTo(TaskStatus.CANCELED);
  }

  @Test
  void aHandlerThatIgnoresItsCancelKeepsItsSlotAndNothingElse() throws IOException {
    String id = queued("deaf");
    awaitStarted(id);
    api.tasks().cancelTask(id);
    assertThat(ended(queued("program")).status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(api.tasks().getTask(id).status()).isEqualTo(TaskStatus.CANCELED);
  }

  @Test
  void aHandlerThatPrintsAGigabyteLosesTheOldestLinesAndNothingElse() throws IOException {
    String id = queued("loud");
    assertThat(ended(id).output()).hasToString("\"printed\"");
    assertThat(log(id)).last().isEqualTo("the last line");
    assertThat(log(id)).anyMatch(line -> line.endsWith(" lines were dropped here"));
  }

  @Test
  void whatIsNoJsonIsAFailureThatSaysSo() throws IOException {
    assertThat(ended(queued("odd")).message()).containsIgnoringCase("json");
  }

  @Test
  void aProgramGetsTheBodyAndItsFileIsTheOutput() throws IOException {
    String id = queued("program");
    assertThat(ended(id).output()).hasToString("{\"n\":7}");
    assertThat(log(id)).containsExactly("done");
  }

  /** The tests of its parts, which need no node. */
  @Test
  void theUnitTestsOfThePythonClientPass() throws Exception {
    ProcessBuilder tests =
        new ProcessBuilder("python3", "-m", "unittest", "discover", "tests")
            .directory(PYTHON.toFile())
            .redirectErrorStream(true);
    tests.environment().put("PYTHONPATH", "src");
    tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = tests.start();
    try (Stream<String> lines = process.inputReader().lines()) {
      assertThat(lines.toList()).contains("OK");
    }
    assertThat(process.waitFor()).isZero();
  }
}
