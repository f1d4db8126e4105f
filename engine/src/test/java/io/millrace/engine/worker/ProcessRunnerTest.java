package io.millrace.engine.worker;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRunnerTest {
  private final ProcessRunner runner =
      new ProcessRunner(ProgramSettings.of(System.getenv()), ProgramLedger.none());

  @Test
  void whatAProgramWritesIsItsLogInOrder() {
    TestExecution test =
        TestExecution.script("for i in $(seq 2000); do echo out $i; echo err $i >&2; done");

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages(Level.INFO)).isEqualTo(numbered("out "));
    assertThat(test.messages(Level.ERROR)).isEqualTo(numbered("err "));
  }

  @Test
  void thereIsNoShellBetween() {
    TestExecution test = TestExecution.process("echo", "$HOME; ls", "*", "");

    test.outcome(runner);

    assertThat(test.messages()).containsExactly("$HOME; ls * ");
  }

  @Test
  void itsInputIsEmpty() {
    TestExecution test = TestExecution.script("cat; echo end");

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly("end");
  }

  @Test
  void anExitCodeOtherThanZeroIsAFailureWithTheLastErrorLine() {
    TestExecution test = TestExecution.script("echo one >&2; echo two >&2; echo >&2; exit 7");

    assertThat(test.outcome(runner))
        .isEqualTo(Outcome.failure("exit code 7: two").because(FailureKind.PROGRAM_FAILED));
    assertThat(TestExecution.process("false").outcome(runner))
        .isEqualTo(Outcome.failure("exit code 1").because(FailureKind.PROGRAM_FAILED));
  }

  @Test
  void aMessageIsShortAndStorableWhateverTheProgramSays() {
    String message =
        TestExecution.script("printf 'a\\000b' >&2; head -c 5000 /dev/zero >&2; exit 1")
            .outcome(runner)
            .message();

    assertThat(message)
        .startsWith("exit code 1: a\uFFFDb")
        .doesNotContain("\0")
        .hasSizeLessThan(600);
  }

  @Test
  void aProgramThatDoesNotExistIsNamedAndNotTriedAgain() {
    for (String program : List.of("no-such-program", "/no/such/program", "/tmp")) {
      Outcome outcome = TestExecution.process(program, "x").outcome(runner);

      assertThat(outcome)
          .isEqualTo(
              Outcome.rejected("there is no such program, or it is not executable: " + program)
                  .because(FailureKind.MISCONFIGURED));
    }
  }

  @Test
  void aProgramIsFoundByItsPathToo(@TempDir Path dir) throws Exception {
    Path script = Files.writeString(dir.resolve("my script.sh"), "#!/bin/sh\necho \"$1\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    TestExecution test = TestExecution.process(script.toString(), "hello you");

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly("hello you");
  }

  @Test
  void aProgramKnowsItsAttemptButNotTheNodesSecrets() {
    Map<String, String> node = new HashMap<>(System.getenv());
    node.put("MILLRACE_ADMIN_TOKEN", "secret");
    node.put("MILLRACE_DB_PASSWORD", "secret");
    node.put("MILLRACE_DB_URL", "secret");
    node.put("MILLRACE_TASK_ID", "that of a node within a task");
    node.put("AWS_SECRET_ACCESS_KEY", "secret");
    node.put("LC_TIME", "C");
    Map<String, Object> config = Map.of("argv", List.of("env"));
    Instant logical = Instant.parse("2026-02-28T00:00:00Z");
    TestExecution test =
        new TestExecution("process", config, Duration.ofMinutes(1), logical, TestExecution.ATTEMPT);

    test.outcome(new ProcessRunner(ProgramSettings.of(node), ProgramLedger.none()));

    assertThat(
            test.messages().stream()
                .filter(line -> line.startsWith("MILLRACE_"))
                .filter(line -> !line.startsWith("MILLRACE_OUTPUT=")))
        .containsExactlyInAnyOrder(
            "MILLRACE_TASK_ID=demo_users_" + TestExecution.ATTEMPT,
            "MILLRACE_ATTEMPT_UID=" + TestExecution.ATTEMPT,
            "MILLRACE_ATTEMPT_NO=2",
            "MILLRACE_SOURCE=demo",
            "MILLRACE_COLLECTION=users",
            "MILLRACE_LOGICAL_TIME=2026-02-28T00:00:00Z",
            "MILLRACE_INPUTS={}");
    assertThat(test.messages()).contains("LC_TIME=C");
    assertThat(test.messages().stream().collect(joining())).doesNotContain("secret");
  }

  @Test
  void theLogicalTimeIsEmptyIfThereIsNone() {
    TestExecution test = TestExecution.script("echo \"<${MILLRACE_LOGICAL_TIME-unset}>\"");

    test.outcome(runner);

    assertThat(test.messages()).containsExactly("<>");
  }

  @Test
  void binaryOutputIsLoggedAsFarAsItIsText() {
    TestExecution test = TestExecution.script("printf 'a\\377\\376\\000b\\nnext\\n'");

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly("a\uFFFD\uFFFD\0b", "next");
  }

  @Test
  void tenMegabytesOnOneLineAreCut() {
    TestExecution test =
        TestExecution.script("head -c 10000000 /dev/zero | tr '\\0' x; echo; echo next");

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).hasSize(2).last().isEqualTo("next");
    assertThat(test.messages().get(0)).hasSizeLessThan(17_000).endsWith("more characters)");
  }

  @Test
  void aLogThatCannotBeWrittenEndsTheProgram() {
    TestExecution test = TestExecution.script("echo hello; sleep 1000");
    Execution execution =
        new Execution(
            test.execution.assignment(),
            () -> TestExecution.NOW,
            line -> {
              throw new IllegalStateException("disk full");
            });

    Outcome outcome =
        new RunnerRegistry(List.of(runner))
            .run(execution)
            .toCompletableFuture()
            .join()
            .orElseThrow();

    assertThat(outcome)
        .isEqualTo(Outcome.error("the process runner failed: IllegalStateException: disk full"));
  }

  @Test
  void aBadDefinitionIsRefusedWordByWord() {
    assertThat(runner.check(Map.of("argv", List.of("ls", "-l", "")), "run.process")).isEmpty();
    assertThat(fields(Map.of())).containsExactly("run.process");
    assertThat(fields(Map.of("argv", "ls"))).containsExactly("run.process");
    assertThat(fields(Map.of("argv", List.of()))).containsExactly("run.process");
    assertThat(fields(Map.of("argv", List.of(" ")))).containsExactly("run.process[0]");
    assertThat(fields(Map.of("argv", Arrays.asList("sleep", 5, null, "a\0b"))))
        .containsExactly("run.process[1]", "run.process[2]", "run.process[3]");
    assertThat(fields(Map.of("argv", List.of("ls"), "dir", "/tmp")))
        .containsExactly("run.process.dir");
  }

  @Test
  void aPlaceholderAmongTheArgumentsIsRefusedWithTheBetterWay() {
    assertThat(
            runner.check(
                Map.of("argv", List.of("x", "--key=${secret.k}", "${HOME}", "${config.c}")),
                "run.process"))
        .extracting(error -> error.field() + " " + error.value())
        .containsExactly("run.process[1] ${secret.k}", "run.process[3] ${config.c}");
    assertThat(runner.check(Map.of("argv", List.of("${secret.k}")), "run.process"))
        .singleElement()
        .satisfies(error -> assertThat(error.reason()).contains("MILLRACE_SECRET_<NAME>"));
  }

  private List<String> fields(Map<String, Object> config) {
    return runner.check(config, "run.process").stream().map(FieldError::field).toList();
  }

  private static List<String> numbered(String prefix) {
    return IntStream.rangeClosed(1, 2000).mapToObj(i -> prefix + i).toList();
  }
}
