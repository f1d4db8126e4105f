package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.TextNode;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.TaskValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Containers of a real engine. */
class ContainerRunnerTest {
  private final PodmanEngine engine = PodmanEngine.shared();
  private final ContainerRunners runners = ContainerRunners.at(engine);
  private final ContainerRunner runner = runners.start("");

  @AfterEach
  void noContainerIsLeft() throws IOException {
    try (runners) {
      assertThat(engine.containers()).isEmpty();
    }
  }

  private static ContainerExecution script(String script) {
    return ContainerExecution.script(script, Map.of());
  }

  @Test
  void theStreamsAreTheLogTheExitCodeIsTheOutcomeAndTheFileIsTheOutput() throws IOException {
    ContainerExecution good =
        script("echo one; echo two; echo bad >&2; echo '{\"rows\": 7}' > $MILLRACE_OUTPUT");
    assertThat(good.outcome(runner)).isEqualTo(Outcome.success("{\"rows\":7}"));
    assertThat(good.messages(Level.INFO)).containsExactly("one", "two");
    assertThat(good.messages(Level.ERROR)).containsExactly("bad");

    assertThat(script("echo why >&2; exit 7").outcome(runner))
        .isEqualTo(Outcome.failure("exit code 7: why").because(FailureKind.PROGRAM_FAILED));
    assertThat(script("echo '{' > $MILLRACE_OUTPUT").outcome(runner).message())
        .contains("not JSON");
  }

  @Test
  void longOutputArrivesWhole() {
    ContainerExecution run = script("seq 1 20000");
    assertThat(run.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(run.messages(Level.INFO)).hasSize(20_000).endsWith("20000");
  }

  @Test
  void theEnvironmentIsThatOfAProgramAndOfTheDefinition() {
    TaskValues values =
        new TaskValues(
            Map.of("step/a", TextNode.valueOf("x")),
            Map.of("region", "eu"),
            Map.of("api-key", "hunter22"));
    ContainerExecution run =
        ContainerExecution.script(
            "env",
            "echo $MILLRACE_CONFIG_REGION $MILLRACE_ATTEMPT_NO $WHERE $MILLRACE_INPUTS; pwd; id -u;"
                + " echo $MILLRACE_SECRET_API_KEY $KEY; [ $MILLRACE_SECRET_API_KEY = hunter22 ]",
            Map.of(
                "env",
                Map.of("WHERE", "in ${config.region}", "KEY", "${secret.api-key}"),
                "workdir",
                "/tmp",
                "user",
                "1234"),
            values);
    assertThat(run.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(run.messages(Level.INFO))
        .containsExactly("eu 2 in eu {\"step/a\":\"x\"}", "/tmp", "1234", "*** ***");
  }

  @Test
  void secretsCanBeFilesAndAreNeverInLabels() throws Exception {
    TaskValues values = new TaskValues(Map.of(), Map.of(), Map.of("api-key", "hunter22"));
    ContainerExecution run =
        ContainerExecution.script(
            "files",
            "cat $MILLRACE_SECRETS/api-key | wc -c; echo [$MILLRACE_SECRET_API_KEY];"
                + " echo up; sleep 60",
            Map.of("secrets_in", "Files", "user", "1234"),
            values);
    CompletableFuture<Optional<Outcome>> end = run.start(runner);
    await().atMost(Duration.ofSeconds(60)).until(() -> run.messages(Level.INFO).contains("up"));
    String labels =
        engine.podman("inspect", "--format={{.Config.Labels}}", engine.containers().get(0));
    assertThat(labels).contains(ContainerMark.ATTEMPT, "n1:1").doesNotContain("hunter22");
    assertThat(run.messages(Level.INFO)).containsExactly("8", "[]", "up");
    run.execution.cancel();
    end.orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Test
  void aCanceledContainerGetsTermThenKillAndIsGone() throws Exception {
    ContainerExecution polite =
        script("trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.1; done");
    ContainerExecution deaf = script("trap '' TERM; echo up; while :; do sleep 0.1; done");
    for (ContainerExecution run : List.of(polite, deaf)) {
      CompletableFuture<Optional<Outcome>> end = run.start(runner);
      await().atMost(Duration.ofSeconds(60)).until(() -> run.messages(Level.INFO).contains("up"));
      run.execution.cancel();
      end.orTimeout(60, TimeUnit.SECONDS).join();
      assertThat(engine.containers()).isEmpty();
    }
    assertThat(polite.messages(Level.INFO)).containsExactly("up", "bye");
  }

  @Test
  void oneThatIsCanceledBeforeItStartsLeavesNothing() throws Exception {
    ContainerExecution run = script("sleep 60");
    run.execution.cancel();
    assertThat(run.outcome(runner).kind()).isEqualTo(Outcome.Kind.CANCELED);
    assertThat(engine.containers()).isEmpty();
  }

  @Test
  void moreMemoryThanTheLimitIsSaidAsSuch() {
    Outcome outcome =
        ContainerExecution.script(
                "exec dd if=/dev/zero of=/dev/null bs=64M count=1", Map.of("memory", "16m"))
            .outcome(runner);
    assertThat(outcome.failureKind()).isEqualTo(FailureKind.OUT_OF_MEMORY);
    assertThat(outcome.message()).endsWith("used more memory than its limit of 16 MiB");
    assertThat(outcome.retryable()).isTrue();
  }

  @Test
  void anImageThatIsNotThereIsSaidAsSuch() {
    Outcome never =
        ContainerExecution.script("true", Map.of("image", "localhost/none:1", "pull", "NEVER"))
            .outcome(runner);
    assertThat(never.failureKind()).isEqualTo(FailureKind.NO_IMAGE);
    assertThat(never.retryable()).isFalse();
    assertThat(never.message())
        .startsWith("The image localhost/none:1 cannot be had: no such image");

    Outcome registryAway =
        ContainerExecution.script("true", Map.of("image", "127.0.0.1:9/none:1", "pull", "always"))
            .outcome(runner);
    assertThat(registryAway.failureKind()).isEqualTo(FailureKind.NO_IMAGE);
    assertThat(registryAway.retryable()).isTrue();
  }

  @Test
  void aProgramThatIsNotInTheImageIsSaidAsSuch() {
    ContainerExecution run =
        new ContainerExecution(
            "nope",
            Map.of("image", PodmanEngine.IMAGE, "command", List.of("nope")),
            TaskValues.NOTHING);
    Outcome outcome = run.outcome(runner);
    assertThat(outcome.failureKind()).isEqualTo(FailureKind.MISCONFIGURED);
    assertThat(outcome.retryable()).isFalse();
    assertThat(outcome.message()).contains("no such program").contains("nope");
  }

  @Test
  void whatTheEngineRefusesIsNotTriedAgain() {
    List<Map<String, Object>> wrong =
        List.of(
            Map.of("image", PodmanEngine.IMAGE),
            Map.of("image", PodmanEngine.IMAGE, "command", List.of("true"), "user", "nobody-here"),
            Map.of("image", PodmanEngine.IMAGE, "command", List.of("true"), "workdir", "/bin/sh"));
    for (Map<String, Object> config : wrong) {
      Outcome outcome = new ContainerExecution("wrong", config, TaskValues.NOTHING).outcome(runner);
      assertThat(outcome.failureKind()).isEqualTo(FailureKind.MISCONFIGURED);
      assertThat(outcome.retryable()).isFalse();
      assertThat(outcome.message())
          .startsWith("The engine refused the container: ")
          .doesNotContain("{", "Exception");
    }
  }

  @Test
  void noEngineIsSaidAsSuchAndARetryHelps(@TempDir Path dir) {
    ContainerRunner lonely =
        runners.start("away-within = 0s", "test", "n2:1", "unix://" + dir + "/none.sock");
    Outcome outcome = script("true").outcome(lonely);
    assertThat(outcome.failureKind()).isEqualTo(FailureKind.NO_ENGINE);
    assertThat(outcome.retryable()).isTrue();
    assertThat(outcome.message())
        .startsWith("The container engine at unix://" + dir + "/none.sock cannot be reached: ");
  }

  @Test
  void aMountMustBeAllowed(@TempDir Path dir) throws IOException {
    Files.writeString(dir.resolve("in"), "data\n");
    Map<String, Object> mount = Map.of("mounts", List.of(dir + ":/data:ro"));
    Outcome refused = ContainerExecution.script("true", mount).outcome(runner);
    assertThat(refused.failureKind()).isEqualTo(FailureKind.MISCONFIGURED);
    assertThat(refused.message()).contains("container.mounts[0] = " + dir).contains("not allowed");

    ContainerRunner generous = runners.start("mounts = [\"" + dir + "\"]");
    ContainerExecution allowed =
        ContainerExecution.script("cat /data/in; echo x 2>/dev/null > /data/out || echo ro", mount);
    assertThat(allowed.outcome(generous)).isEqualTo(Outcome.success());
    assertThat(allowed.messages(Level.INFO)).containsExactly("data", "ro");
  }

  @Test
  void aContainerThatPrintsForEverDoesNotFillTheDiskOfTheEngine() throws Exception {
    ContainerRunner tight = runners.start("log-size = 6m");
    ContainerExecution run =
        script(
            "i=0; while [ $i -lt 2500 ]; do printf '%08000d\\n' 0; i=$((i+1)); done; echo up;"
                + " sleep 600");
    CompletableFuture<Optional<Outcome>> end = run.start(tight);
    await().atMost(Duration.ofSeconds(120)).until(() -> run.messages(Level.INFO).contains("up"));
    assertThat(run.messages(Level.INFO)).as("20 MB").hasSize(2501);
    assertThat(engine.logBytes()).isBetween(1L, 7L << 20);
    run.execution.cancel();
    end.orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Test
  void aProgramThatCopesWithAKilledChildKeepsItsOutput() {
    Map<String, Object> small = Map.of("memory", "16m");
    ContainerExecution run =
        ContainerExecution.script(
            "dd if=/dev/zero of=/dev/null bs=64M count=1 2>/dev/null; echo '{\"rows\": 7}' >"
                + " $MILLRACE_OUTPUT",
            small);
    assertThat(run.outcome(runner)).isEqualTo(Outcome.success("{\"rows\":7}"));
  }

  @Test
  void theLimitsOfTheNodeApply() {
    ContainerExecution run =
        script(
            "ulimit -n; cat /proc/self/status | while read a b; do case $a in NoNewPrivs:|CapBnd:)"
                + " echo $a $b;; esac; done");
    assertThat(run.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(run.messages(Level.INFO))
        .contains("1024", "NoNewPrivs: 1")
        .contains("CapBnd: 00000000000000eb");
  }
}
