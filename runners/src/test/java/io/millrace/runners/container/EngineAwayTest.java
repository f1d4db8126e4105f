package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real engine that dies, comes back or hangs: no attempt is stuck, and no container is left. */
class EngineAwayTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final PodmanEngine engine = PodmanEngine.shared();
  private final ContainerRunners runners = ContainerRunners.at(engine);
  @TempDir private Path dir;
  private ContainerRunner runner;

  @AfterEach
  void allIsGoneOnceTheEngineIsBack() throws IOException {
    try (runners) {
      if (!engine.isRunning()) {
        engine.start();
      }
      engine.thaw();
      await().atMost(PATIENCE).until(() -> engine.containers().isEmpty());
    }
  }

  private void startRunner(String settings) {
    runner =
        runners.start(
            "sweep-every = 500ms, call-within = 2s, grace = 1s, mounts = [\""
                + dir
                + "\"], "
                + settings);
  }

  /** One that ends when there is a file of that name in the folder of the test. */
  private ContainerExecution waiter(String file) {
    return waiter(file, "true");
  }

  /**
   * @param first what it does before it waits
   */
  private ContainerExecution waiter(String file, String first) {
    return ContainerExecution.script(
        "echo up; "
            + first
            + "; while [ ! -e /d/"
            + file
            + " ]; do sleep 0.1; done; echo down; echo '{\"rows\": 7}' > $MILLRACE_OUTPUT",
        Map.of("mounts", List.of(dir + ":/d")));
  }

  /** Its first line may come before the engine has stored that it runs. */
  private CompletableFuture<Optional<Outcome>> begin(ContainerExecution run) {
    CompletableFuture<Optional<Outcome>> end = run.start(runner);
    await().atMost(PATIENCE).until(() -> run.messages(Level.INFO).contains("up"));
    await().atMost(PATIENCE).until(() -> !engine.running().isEmpty());
    return end;
  }

  private static Outcome join(CompletableFuture<Optional<Outcome>> end) {
    return end.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().orElseThrow();
  }

  private static void assertAway(Outcome outcome, PodmanEngine engine) {
    assertThat(outcome.failureKind()).isEqualTo(FailureKind.NO_ENGINE);
    assertThat(outcome.retryable()).isTrue();
    assertThat(outcome.message())
        .startsWith("The container engine at " + engine.address() + " cannot be reached: ");
  }

  @Test
  void anEngineThatComesBackInTimeCostsNothingButLines() throws Exception {
    startRunner("away-within = 60s");
    ContainerExecution run = waiter("go");
    CompletableFuture<Optional<Outcome>> end = begin(run);
    engine.kill();
    engine.start();
    await().atMost(PATIENCE).until(() -> !run.messages(Level.ERROR).isEmpty());
    assertThat(run.messages(Level.ERROR).get(0)).contains("lines may be missing");
    Files.createFile(dir.resolve("go"));
    assertThat(join(end)).isEqualTo(Outcome.success("{\"rows\":7}"));
    assertThat(run.messages(Level.INFO)).containsExactly("up", "down");
  }

  @Test
  void aContainerThatEndsWhileTheEngineIsAwayIsReportedAsItEnded() throws Exception {
    startRunner("away-within = 60s");
    CompletableFuture<Optional<Outcome>> end = begin(waiter("go"));
    engine.kill();
    Files.createFile(dir.resolve("go"));
    await().atMost(PATIENCE).until(() -> engine.running().isEmpty());
    engine.start();
    assertThat(join(end)).isEqualTo(Outcome.success("{\"rows\":7}"));
  }

  @Test
  void anEngineThatStaysAwayEndsTheAttemptAndItsContainerGoesLater() throws Exception {
    startRunner("away-within = 1s");
    ContainerExecution run = waiter("never");
    CompletableFuture<Optional<Outcome>> end = begin(run);
    engine.kill();
    assertAway(join(end), engine);
    assertThat(run.messages(Level.ERROR))
        .containsExactly("The container is removed once the engine is back");
    assertThat(engine.containers()).hasSize(1);
  }

  @Test
  void anEngineThatHangsDuringARunEndsTheAttempt() throws Exception {
    startRunner("away-within = 1s");
    CompletableFuture<Optional<Outcome>> end = begin(waiter("never"));
    engine.freeze();
    Outcome outcome = join(end);
    assertAway(outcome, engine);
    assertThat(outcome.message()).endsWith("it did not answer within 3 s");
  }

  @Test
  void anEngineThatHangsAtTheStartFailsAllThatWaitForItTogether() throws Exception {
    engine.freeze();
    startRunner("away-within = 1s");
    long begin = System.nanoTime();
    List<CompletableFuture<Optional<Outcome>>> ends =
        Stream.generate(() -> waiter("never").start(runner)).limit(8).toList();
    ends.forEach(end -> assertAway(join(end), engine));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
  }

  @Test
  void anAttemptThatIsCanceledWhileTheEngineHangsIsOverSoon() throws Exception {
    startRunner("away-within = 600s");
    ContainerExecution run = waiter("never");
    CompletableFuture<Optional<Outcome>> end = begin(run);
    engine.freeze();
    run.execution.cancel();
    join(end);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                run.messages(Level.ERROR).stream()
                    .anyMatch(line -> line.startsWith("The container cannot be stopped: ")));
  }

  @Test
  void anAttemptThatIsCanceledWhileTheEngineIsAwayLeavesNothing() throws Exception {
    startRunner("away-within = 600s");
    ContainerExecution run = waiter("never");
    CompletableFuture<Optional<Outcome>> end = begin(run);
    engine.kill();
    run.execution.cancel();
    await().atMost(PATIENCE).until(() -> run.messages(Level.ERROR).size() > 0);
    engine.start();
    join(end);
  }

  @Test
  void anEngineThatIsBackIsUsedByTheNextAttempt() throws Exception {
    startRunner("away-within = 1s");
    engine.kill();
    assertAway(waiter("now").outcome(runner), engine);
    Files.createFile(dir.resolve("now"));
    engine.start();
    assertThat(waiter("now").outcome(runner)).isEqualTo(Outcome.success("{\"rows\":7}"));
  }

  @Test
  void aContainerThatClosesItsStreamsIsWaitedFor() throws Exception {
    startRunner("");
    CompletableFuture<Optional<Outcome>> end = begin(waiter("go", "exec >&- 2>&-"));
    Files.createFile(dir.resolve("go"));
    assertThat(join(end)).isEqualTo(Outcome.success("{\"rows\":7}"));
  }
}
