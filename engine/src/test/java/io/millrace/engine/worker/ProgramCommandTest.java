package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.ConfigFactory;
import io.millrace.engine.platform.SystemCalls;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCommandTest {
  private final ProcessRunner runner =
      new ProcessRunner(ProgramSettings.of(System.getenv()), ProgramLedger.none());

  private static TestExecution run(Map<String, Object> config) {
    return new TestExecution("process", config, Duration.ofMinutes(1), null);
  }

  private static Map<String, Object> script(String script, String field, Object value) {
    return Map.of("command", List.of("sh", "-c"), "args", List.of(script), field, value);
  }

  @Test
  void aProgramStartsInItsDirectoryAndIsFoundThere(@TempDir Path dir) throws Exception {
    Path program = Files.writeString(dir.resolve("extract.sh"), "#!/bin/sh\npwd\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    TestExecution test = run(Map.of("command", List.of("./extract.sh"), "workdir", dir.toString()));

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly(dir.toRealPath().toString());
  }

  @Test
  void aDirectoryThatIsMissingIsNamedAndNotTriedAgain(@TempDir Path dir) {
    Path missing = dir.resolve("missing");

    assertThat(run(script("pwd", "workdir", missing.toString())).outcome(runner))
        .isEqualTo(
            Outcome.rejected("there is no such directory: " + missing)
                .because(FailureKind.MISCONFIGURED));
  }

  @Test
  void theVariablesOfADefinitionComeAfterTheNodesAndBeforeMillracesOwn() {
    TestExecution test =
        run(
            script(
                "echo $GREETING; echo $LANG; echo $MILLRACE_ATTEMPT_NO",
                "env",
                Map.of("GREETING", "hello you", "LANG", "C.UTF-8", "MILLRACE_ATTEMPT_NO", "7")));

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly("hello you", "C.UTF-8", "2");
  }

  @Test
  void aSecretInAVariableReachesTheProgramButNotItsLog() {
    TestExecution test =
        run(script(
                "echo \"key is $KEY\"; [ \"$KEY\" = 'token s3cret!' ]",
                "env",
                Map.of("KEY", "token ${secret.k}")))
            .given(new TaskValues(Map.of(), Map.of(), Map.of("k", "s3cret!")));

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly("key is token ***");
  }

  @Test
  void anotherPathFindsOtherProgramsButNoOtherHelpers(@TempDir Path bin) throws Exception {
    for (String name : List.of("hello", "setsid", "prlimit", "setpriv", "env")) {
      Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\necho mine: " + name + "\n");
      assertThat(program.toFile().setExecutable(true)).isTrue();
    }
    TestExecution test =
        run(Map.of("command", List.of("hello"), "env", Map.of("PATH", bin + ":/usr/bin:/bin")));

    assertThat(test.outcome(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly("mine: hello");
  }

  @Test
  void aUserThatThisNodeDoesNotAllowIsRefusedAtTheRunToo() {
    Outcome outcome = run(script("id", "user", "nobody")).outcome(runner);

    assertThat(outcome.message()).startsWith("the user nobody must be a user that millrace.worker");
    assertThat(outcome.failure()).isEqualTo(FailureKind.MISCONFIGURED.text());
    assertThat(outcome.retryable()).isFalse();
  }

  @Test
  void aProgramRunsAsTheUserOfItsDefinitionInADirectoryOfThatUser(@TempDir Path dir)
      throws Exception {
    assumeTrue(SystemCalls.isRoot(), "only root can change to another user");
    ProgramSettings settings =
        ProgramSettings.of(
            ConfigFactory.parseString("process.users = [nobody]")
                .withFallback(ConfigFactory.load().getConfig("millrace.worker")),
            System.getenv(),
            true);
    ProcessRunner asRoot = new ProcessRunner(settings, ProgramLedger.none());
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx--x--x"));
    Path open = Files.createDirectory(dir.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    TestExecution test =
        run(
            Map.of(
                "command",
                List.of("sh", "-c", "id -un; pwd; echo $HOME"),
                "user",
                "nobody",
                "workdir",
                open.toString()));

    assertThat(test.outcome(asRoot)).isEqualTo(Outcome.success());
    assertThat(test.messages()).containsExactly("nobody", open.toString(), "/nonexistent");

    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx------"));
    TestExecution shut =
        run(Map.of("command", List.of("pwd"), "user", "nobody", "workdir", open.toString()));
    assertThat(shut.outcome(asRoot).message()).startsWith("exit code 125").contains(dir.toString());
    assertThat(run(script("id -un", "env", Map.of("A", "b"))).outcome(asRoot))
        .isEqualTo(Outcome.success());
  }
}
