package io.millrace.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.client.MillraceClient;
import io.millrace.client.error.ForbiddenException;
import io.millrace.client.error.UnauthorizedException;
import io.millrace.client.model.ReportModel.FinishReport;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.client.worker.NotRetryableException;
import io.millrace.client.worker.TaskHandler;
import io.millrace.client.worker.Worker;
import io.millrace.client.worker.WorkerBuilder;
import io.millrace.client.worker.WorkerTask;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The worker of the Java client and a real node: handlers that behave, and handlers that do not.
 */
class ClientWorkerTest {
  private static final int COLLECTIONS = 16;

  private static TestNode node;
  private static MillraceClient api;
  private static String token;
  private static int nextCollection;

  @BeforeAll
  static void start() {
    node = TestNode.start("millrace.worker.heartbeat = 1s");
    api = MillraceClient.at(node.client.base(), TestNode.TOKEN);
    token = node.token(Role.WORKER);
    String document =
        IntStream.range(0, COLLECTIONS)
            .mapToObj(
                i ->
                    "      - {name: c%d, run: {pull: {queue: q%1$d, body: {n: %1$d}}}}\n"
                        .formatted(i))
            .collect(Collectors.joining("", "sources:\n  s:\n    collections:\n", ""));
    api.sources().replaceSources(document, false);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** A queue of its own for each test, with one collection. */
  private final int number = nextCollection++;

  private String queued() {
    return api.tasks().refreshCollection("s", "c" + number).taskId();
  }

  private WorkerBuilder worker(TaskHandler handler) {
    return Worker.at(node.client.base(), token)
        .id("w" + number)
        .backoff(
            new io.millrace.client.transport.RetryBackoff(
                Duration.ofMillis(10), Duration.ofMillis(100)))
        .queue("q" + number, handler);
  }

  private static Task ended(String id) {
    return await(id)
        .atMost(Duration.ofSeconds(60))
        .until(() -> api.tasks().getTask(id), task -> task.finishedAt() != null);
  }

  private static List<String> log(String id) {
    return api.tasks().allLog(id).map(LogLine::message).toList();
  }

  private static void awaitFor(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aTaskThatSucceedsHasItsOutputItsLogAndItsProgress() throws Exception {
    CountDownLatch look = new CountDownLatch(1);
    String id = queued();
    try (Worker worker =
        worker(
                task -> {
                  task.log("looking at " + task.body().path("n").asInt());
                  System.out.println("printed");
                  System.err.println("complained");
                  task.progress(40, "Reading");
                  awaitFor(look);
                  return Map.of("rows", 42);
                })
            .start()) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> "Reading".equals(api.tasks().getTask(id).userFriendlyStatus()));
      assertThat(worker.running()).isEqualTo(1);
      look.countDown();
      assertThat(ended(id).output()).hasToString("{\"rows\":42}");
    }
    assertThat(log(id)).containsExactly("looking at " + number, "printed", "complained");
  }

  @Test
  void aHandlerThatThrowsFailsItsTaskAlone() {
    try (Worker worker =
        worker(
                task -> {
                  throw new StackOverflowError("too deep");
                })
            .start()) {
      String id = queued();
      Task failed = ended(id);
      assertThat(failed.status()).isEqualTo(TaskStatus.FAILED);
      assertThat(failed.message()).isEqualTo("java.lang.StackOverflowError: too deep");
      assertThat(log(id)).anyMatch(line -> line.contains("ClientWorkerTest"));
      assertThat(ended(queued()).status()).as("it goes on").isEqualTo(TaskStatus.FAILED);
      assertThat(worker.stuck()).isZero();
    }
  }

  @Test
  void aFailureThatWouldComeAgainDisablesTheCollection() {
    try (Worker worker =
        worker(
                task -> {
                  throw new NotRetryableException("the account is gone", "Connect your bank again");
                })
            .start()) {
      assertThat(worker.id()).isEqualTo("w" + number);
      Task failed = ended(queued());
      assertThat(failed.message()).isEqualTo("the account is gone");
      assertThat(failed.userMessage()).isEqualTo("Connect your bank again");
      assertThat(api.sources().getCollection("s", "c" + number).refresh().state())
          .isEqualTo("disabled");
    }
  }

  @Test
  void aCanceledTaskInterruptsItsHandler() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    String id = queued();
    try (Worker worker =
        worker(
                task -> {
                  seen.add("started");
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException canceled) {
                    seen.add("canceled " + task.isCanceled());
                  }
                  return "nobody reads this";
                })
            .start()) {
      assertThat(worker.id()).isEqualTo("w" + number);
      assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("started");
      api.tasks().cancelTask(id);
      assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("canceled true");
    }
    assertThat(api.tasks().getTask(id).status()).isEqualTo(TaskStatus.CANCELED);
    assertThat(api.tasks().getTask(id).output().isNull()).isTrue();
  }

  @Test
  void aHandlerThatIgnoresItsInterruptKeepsItsSlotAndNothingElse() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    String id = queued();
    try (Worker worker =
        worker(
                task -> {
                  if (started.getCount() == 0) {
                    return "second";
                  }
                  started.countDown();
                  while (gate.getCount() > 0) {
                    try {
                      gate.await();
                    } catch (InterruptedException ignored) {
                      System.out.println("not listening");
                    }
                  }
                  return "too late";
                })
            .slots(2)
            .start()) {
      awaitFor(started);
      api.tasks().cancelTask(id);
      await().atMost(Duration.ofSeconds(30)).until(() -> worker.stuck() == 1);
      assertThat(worker.running()).isZero();
      assertThat(ended(queued()).output()).as("the other slot").hasToString("\"second\"");
      gate.countDown();
      await().atMost(Duration.ofSeconds(30)).until(() -> worker.stuck() == 0);
    }
    assertThat(api.tasks().getTask(id).status()).isEqualTo(TaskStatus.CANCELED);
  }

  @Test
  void aStaleAttemptIsDroppedAndItsHandlerInterrupted() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    BlockingQueue<WorkerTask> started = new LinkedBlockingQueue<>();
    String id = queued();
    try (Worker worker =
        worker(
                task -> {
                  started.add(task);
                  try {
                    new CountDownLatch(1).await();
                  } finally {
                    interrupted.countDown();
                  }
                  return null;
                })
            .start()) {
      assertThat(worker.id()).isEqualTo("w" + number);
      String uid = started.poll(60, TimeUnit.SECONDS).attemptUid();
      api.reports()
          .finishTask(id, FinishReport.builder().attemptUid(uid).outcome("success").build());
      awaitFor(interrupted);
    }
    assertThat(api.tasks().getTask(id).status()).isEqualTo(TaskStatus.SUCCESS);
  }

  @Test
  void aHandlerThatPrintsAGigabyteLosesTheOldestLinesAndNothingElse() {
    String id = queued();
    try (Worker worker =
        worker(
                task -> {
                  byte[] block = ("x".repeat(999) + "\n").repeat(1_000).getBytes();
                  for (int i = 0; i < 1_000; i++) {
                    System.out.write(block, 0, block.length);
                  }
                  System.out.println("the last line");
                  return "printed";
                })
            .start()) {
      assertThat(worker.id()).isEqualTo("w" + number);
      assertThat(ended(id).status()).isEqualTo(TaskStatus.SUCCESS);
    }
    List<String> lines = log(id);
    assertThat(lines).last().isEqualTo("the last line");
    assertThat(lines).anyMatch(line -> line.endsWith(" lines were dropped here"));
  }

  @Test
  void closingWaitsForWhatRunsAndClaimsNoMore() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    String id = queued();
    Worker worker =
        worker(
                task -> {
                  started.countDown();
                  awaitFor(gate);
                  return "done";
                })
            .slots(2) // so that a claim is open meanwhile
            .claimWait(Duration.ofSeconds(60))
            .start();
    awaitFor(started);
    Thread closer = new Thread(worker::close);
    closer.start();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> api.workers().getWorker(worker.id()).slots() == 0);
    assertThat(closer.isAlive()).isTrue();
    gate.countDown();
    closer.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(closer.isAlive()).as("it does not wait for its claim").isFalse();
    assertThat(ended(id).output()).hasToString("\"done\"");
    worker.awaitEnd();
  }

  @Test
  void aHandlerThatBlocksForeverIsCutOffAfterTheDrainTimeout() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    String id = queued();
    Worker worker =
        worker(
                task -> {
                  started.countDown();
                  while (true) {
                    try {
                      new CountDownLatch(1).await();
                    } catch (InterruptedException ignored) {
                      started.countDown();
                    }
                  }
                })
            .drainTimeout(Duration.ofMillis(100))
            .start();
    awaitFor(started);
    worker.close();
    Task failed = ended(id);
    assertThat(failed.message()).isEqualTo("The worker stopped before the task had ended");
    assertThat(worker.stuck()).isEqualTo(1);
  }

  @Test
  void aWorkerThatTheServerRefusesEndsAndSaysWhy() {
    Worker stranger = Worker.at(node.client.base(), "wrong").queue("q", task -> null).start();
    assertThatThrownBy(stranger::awaitEnd).isInstanceOf(UnauthorizedException.class);
    String bound =
        node.client
            .post("/tokens", "{\"name\": \"b\", \"role\": \"worker\", \"queues\": [\"other\"]}")
            .text("token");
    Worker other = Worker.at(node.client.base(), bound).queue("q", task -> null).start();
    assertThatThrownBy(other::awaitEnd)
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("queue");
  }
}
