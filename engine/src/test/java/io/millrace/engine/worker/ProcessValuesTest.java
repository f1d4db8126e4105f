package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.TextNode;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Outcome.Kind;
import io.millrace.engine.task.TaskOutput;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that a program gets and returns. */
class ProcessValuesTest {
  private static final TaskValues VALUES =
      new TaskValues(
          Map.of("step/extract@1h", TaskOutput.tree("{\"rows\":1.10}")),
          Map.of("target.table", "accounts", "Région", "eu"),
          Map.of("api-token", "hunter2"));

  private final ProcessRunner runner =
      new ProcessRunner(ProgramSettings.of(System.getenv()), ProgramLedger.none());

  private static TestExecution script(String script) {
    return TestExecution.script("echo \"at $MILLRACE_OUTPUT\"; " + script);
  }

  /** The output file whose path the program got. */
  private static Path file(TestExecution test) {
    await().until(() -> !test.messages(Level.INFO).isEmpty());
    return Path.of(test.messages(Level.INFO).get(0).substring("at ".length()));
  }

  private Outcome kept(String script) {
    TestExecution test = script(script);
    Outcome outcome = test.kept(runner);
    assertThat(file(test)).isAbsolute().doesNotExist();
    return outcome;
  }

  @Test
  void aProgramIsToldItsInputsItsConfigAndItsSecrets() {
    TestExecution test =
        TestExecution.script(
                "echo \"$MILLRACE_INPUTS $MILLRACE_CONFIG_TARGET_TABLE $MILLRACE_CONFIG_R_GION\";"
                    + " test \"$MILLRACE_SECRET_API_TOKEN\" = hunter2 && echo known")
            .given(VALUES);
    assertThat(test.kept(runner)).isEqualTo(Outcome.success());
    assertThat(test.messages())
        .containsExactly("{\"step/extract@1h\":{\"rows\":1.10}} accounts eu", "known");
  }

  @Test
  void whatIsNotItsOwnIsNotThere() {
    TestExecution test =
        TestExecution.script("env | grep -c -e MILLRACE_SECRET_ -e MILLRACE_CONFIG_");
    test.outcome(runner);
    assertThat(test.messages()).containsExactly("0");
  }

  @Test
  void aSecretThatIsPrintedIsHidden() {
    TestExecution test =
        TestExecution.script(
                "env | grep SECRET_; echo \"bad token: $MILLRACE_SECRET_API_TOKEN\" >&2; echo"
                    + " \"{\\\"t\\\": \\\"$MILLRACE_SECRET_API_TOKEN\\\"}\" > $MILLRACE_OUTPUT;"
                    + " exit 3")
            .given(VALUES);
    Outcome outcome = test.kept(runner);
    assertThat(test.messages())
        .containsExactlyInAnyOrder("MILLRACE_SECRET_API_TOKEN=***", "bad token: ***");
    assertThat(outcome.message()).isEqualTo("exit code 3: bad token: ***");
    assertThat(outcome.output()).isEqualTo("{\"t\":\"***\"}");
  }

  @Test
  void aSecretBehindTheEndOfAShortMessageIsHiddenToo() {
    TestExecution test =
        TestExecution.script(
                "printf '%497s' x | tr ' ' x >&2; echo \"$MILLRACE_SECRET_API_TOKEN\" >&2; exit 1")
            .given(VALUES);
    assertThat(test.kept(runner).message()).endsWith("xxx***").doesNotContain("hun");
  }

  @Test
  void whatItWritesIntoItsFileIsItsOutput() {
    assertThat(kept("echo '{ \"rows\": 42 }' > $MILLRACE_OUTPUT"))
        .isEqualTo(Outcome.success("{\"rows\":42}"));
    assertThat(kept("echo 7 > $MILLRACE_OUTPUT.new; mv $MILLRACE_OUTPUT.new $MILLRACE_OUTPUT"))
        .isEqualTo(Outcome.success("7"));
    assertThat(kept("echo '[1]' > $MILLRACE_OUTPUT; exit 4"))
        .isEqualTo(
            Outcome.failure("exit code 4").because(FailureKind.PROGRAM_FAILED).withOutput("[1]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "echo > $MILLRACE_OUTPUT", "rm $MILLRACE_OUTPUT"})
  void withoutAnythingInItThereIsNoOutput(String script) {
    assertThat(kept(script)).isEqualTo(Outcome.success());
  }

  @Test
  void itsFileIsForItsUserOnly() {
    TestExecution test = TestExecution.script("stat -c %a $MILLRACE_OUTPUT");
    test.outcome(runner);
    assertThat(test.messages()).containsExactly("600");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo rows: 42 > $MILLRACE_OUTPUT",
        "printf '\"\\377\"' > $MILLRACE_OUTPUT",
        "(printf '\"'; head -c 20000 /dev/zero | tr '\\0' x; printf '\"') > $MILLRACE_OUTPUT",
        "head -c 2000000 /dev/zero > $MILLRACE_OUTPUT",
        "rm $MILLRACE_OUTPUT; mkfifo $MILLRACE_OUTPUT",
        "rm $MILLRACE_OUTPUT; ln -s /etc/passwd $MILLRACE_OUTPUT",
        "rm $MILLRACE_OUTPUT; mkdir $MILLRACE_OUTPUT"
      })
  void anOutputThatCannotBeKeptFailsTheAttempt(String script) {
    Outcome outcome = kept(script);
    assertThat(outcome.kind()).isEqualTo(Kind.FAILURE);
    assertThat(outcome.retryable()).isTrue();
    assertThat(outcome.message()).startsWith("Its output ");
    assertThat(outcome.output()).isNull();
  }

  @Test
  void theFileOfAProgramThatIsKilledIsRemoved() {
    TestExecution test = script("echo 7 > $MILLRACE_OUTPUT; exec sleep 1000");
    CompletableFuture<Optional<Outcome>> end = test.start(runner);
    Path file = file(test);
    assertThat(file).exists();
    test.execution.cancel();
    end.orTimeout(30, TimeUnit.SECONDS).join();
    assertThat(file).doesNotExist();
  }

  private static TaskValues large(String text) {
    return new TaskValues(Map.of("step/a", TextNode.valueOf(text)), Map.of(), Map.of());
  }

  @Test
  void inputsThatNoEnvironmentHoldsAreRefusedForGood() {
    String most = "x".repeat(ProcessEnvironment.MAX_BYTES - "{\"step/a\":\"\"}".length());
    assertThat(TestExecution.process("true").given(large(most)).kept(runner))
        .isEqualTo(Outcome.success());
    Outcome outcome = TestExecution.process("true").given(large(most + "x")).kept(runner);
    assertThat(outcome.kind()).isEqualTo(Kind.FAILURE);
    assertThat(outcome.retryable()).isFalse();
    assertThat(outcome.message()).contains("120001 bytes");
  }
}
