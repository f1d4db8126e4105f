package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ProcessKillTest {
  private static final Duration PATIENCE = Duration.ofMillis(300);

  private final ProcessRunner runner =
      new ProcessRunner(ProgramSettings.of(System.getenv()), ProgramLedger.none(), PATIENCE);

  @Test
  void aCancelKillsTheProgramAndItsChildren() {
    assertAllKilled(runner, "sleep 1000 & echo $!; sleep 1000 >/dev/null 2>&1 & echo $!", 2);
  }

  @Test
  void aCancelKillsThoseWhoseParentIsGone() {
    assertAllKilled(runner, "(sleep 1000 & echo $!); (nohup sleep 1000 >/dev/null & echo $!)", 2);
  }

  @Test
  void aCancelKillsDaemonsInSessionsOfTheirOwn() {
    assertAllKilled(runner, "(setsid nohup sleep 1000 >/dev/null 2>&1 & echo $!)", 1);
  }

  @Test
  void aCancelKillsOrphansThatForgotTheirEnvironment() {
    assertAllKilled(runner, "(env -i $(command -v sleep) 1000 >/dev/null 2>&1 & echo $!)", 1);
  }

  @Test
  void aCancelKillsOrphansThatForgotTheirEnvironmentAndTheirSession() {
    assertAllKilled(
        runner,
        "(setsid env -i sh -c 'sleep 1000 >/dev/null 2>&1 & echo $!');"
            + " (env -i setsid setsid sh -c '(sleep 1000 >/dev/null 2>&1 & echo $!)' &); sleep 0.3",
        2);
  }

  @Test
  void aCancelKillsAProgramThatDoesNotWantToEnd() {
    assertAllKilled(runner, "trap '' TERM INT HUP; (trap '' TERM; sleep 1000) & echo $!", 1);
  }

  @Test
  void aCancelKillsAllWhereThereIsNoSetsid(@TempDir Path bin) throws IOException {
    for (String program : List.of("sh", "sleep", "nohup")) {
      Path real = new ProgramFinder(System.getenv(), Optional.empty()).find(program).orElseThrow();
      Files.copy(real, bin.resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
    }
    ProcessRunner plain =
        new ProcessRunner(
            ProgramSettings.of(Map.of("PATH", bin.toString())), ProgramLedger.none(), PATIENCE);

    assertAllKilled(plain, "sleep 1000 & echo $!; (nohup sleep 1000 >/dev/null & echo $!)", 2);
  }

  @Test
  void aProgramThatWasCanceledBeforeIsNotStarted(@TempDir Path dir) {
    TestExecution test = TestExecution.process("touch", dir.resolve("started").toString());
    test.execution.cancel();

    assertThat(test.outcome(runner).kind()).isEqualTo(Outcome.Kind.CANCELED);
    assertThat(dir.resolve("started")).doesNotExist();
  }

  @Test
  void aProgramIsKilledEvenWhileItsLogIsStuck() {
    TestExecution test = TestExecution.script("echo $$; exec yes");
    CountDownLatch stuck = new CountDownLatch(1);
    Execution execution =
        new Execution(
            test.execution.assignment(),
            () -> TestExecution.NOW,
            line -> {
              test.lines.add(line);
              awaitQuietly(stuck);
            });
    CompletableFuture<?> end = runner.run(execution).toCompletableFuture();
    long pid = pids(test, 1).findFirst().orElseThrow();

    execution.cancel();

    end.orTimeout(30, TimeUnit.SECONDS).join();
    assertGone(pid);
    stuck.countDown();
  }

  @Test
  void childrenMayFinishWritingAfterTheProgramHasEnded() {
    TestExecution test =
        TestExecution.script(
            "(for i in 1 2 3 4 5; do sleep 0.05; echo late $i; done) & echo early; sleep 0.1");

    assertThat(
            test.outcome(
                new ProcessRunner(ProgramSettings.of(System.getenv()), ProgramLedger.none())))
        .isEqualTo(Outcome.success());
    assertThat(test.messages())
        .containsExactly("early", "late 1", "late 2", "late 3", "late 4", "late 5");
  }

  @Test
  void aChildThatHoldsTheOutputOpenIsWaitedForOnlyALittle() {
    TestExecution test = TestExecution.script("sleep 1000 & echo $!");

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages(Level.ERROR))
        .containsExactly("killed processes that it left running: 1");
    assertGone(pids(test, 1).findFirst().orElseThrow());
  }

  @Test
  void nothingOutlivesItsTaskUnseen() {
    TestExecution test =
        TestExecution.script("setsid env -i sh -c 'sleep 1000 >/dev/null 2>&1 & echo $!'; exit 3");

    assertThat(test.outcome(runner).message()).isEqualTo("exit code 3");
    assertThat(test.messages(Level.ERROR)).hasSize(1);
    assertGone(pids(test, 1).findFirst().orElseThrow());
  }

  @Test
  void theTasksOfOthersAreLeftAlone() {
    TestExecution other = TestExecution.script("sleep 1000 & echo $!; wait");
    CompletableFuture<Optional<Outcome>> end = other.start(runner);
    long pid = pids(other, 1).findFirst().orElseThrow();

    assertAllKilled(runner, "sleep 1000 & echo $!", 1);

    assertThat(isRunning(pid)).isTrue();
    assertThat(end).isNotDone();
    other.execution.cancel();
    end.orTimeout(30, TimeUnit.SECONDS).join();
    assertGone(pid);
  }

  /**
   * Runs a script that prints the pids of its processes, cancels it, and checks that all are gone.
   */
  private static void assertAllKilled(ProcessRunner runner, String script, int count) {
    TestExecution test = TestExecution.script(script + "; echo $$; while :; do sleep 1000; done");
    CompletableFuture<Optional<Outcome>> end = test.start(runner);
    List<Long> pids = pids(test, count + 1).toList();
    assertThat(pids).allMatch(ProcessKillTest::isRunning);

    test.execution.cancel();

    end.orTimeout(30, TimeUnit.SECONDS).join();
    pids.forEach(ProcessKillTest::assertGone);
  }

  private static Stream<Long> pids(TestExecution test, int count) {
    await().until(() -> test.messages(Level.INFO).size() >= count);
    return test.messages(Level.INFO).stream().limit(count).map(Long::valueOf);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void assertGone(long pid) {
    await().until(() -> !isRunning(pid));
  }

  /** A zombie does not run. Only init removes it, and a container may have none. */
  private static boolean isRunning(long pid) {
    if (ProcessHandle.of(pid).isEmpty()) {
      return false;
    }
    try {
      return !Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") Z ");
    } catch (IOException e) {
      return false;
    }
  }
}
