package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Programs that end at once and leave children that continue to write. */
@EnabledOnOs(OS.LINUX)
class ProcessOutputTest {
  /** More than there are cores, so that some end before this JVM watches them. */
  private static final int AT_ONCE = 60;

  @TempDir private Path bin;

  private List<TestExecution> run(String script) throws IOException {
    // Nothing that was started before the program delays its end.
    for (String program : List.of("sh", "sleep")) {
      Files.copy(
          new ProgramFinder(System.getenv(), Optional.empty()).find(program).orElseThrow(),
          bin.resolve(program));
    }
    ProcessRunner runner =
        new ProcessRunner(
            ProgramSettings.of(Map.of("PATH", bin.toString())),
            ProgramLedger.none(),
            Duration.ofSeconds(30));
    List<TestExecution> tests =
        IntStream.range(0, AT_ONCE).mapToObj(i -> TestExecution.script(script)).toList();
    List<CompletableFuture<Optional<Outcome>>> ends =
        tests.stream().map(test -> test.start(runner)).toList();
    ends.forEach(
        end -> assertThat(end.orTimeout(60, TimeUnit.SECONDS).join()).contains(Outcome.success()));
    return tests;
  }

  @Test
  void nothingIsLostOfWhatTheyWrite() throws IOException {
    assertThat(run("(sleep 0.1; echo late; sleep 0.1; echo later) &"))
        .allSatisfy(test -> assertThat(test.messages()).containsExactly("late", "later"));
  }

  @Test
  void nothingIsLostOfTheirErrorsWhenNobodyHasTheOutputAnyMore() throws IOException {
    assertThat(run("(exec >&-; sleep 0.1; echo late >&2; sleep 0.1; echo later >&2) &"))
        .allSatisfy(
            test -> assertThat(test.messages(Level.ERROR)).containsExactly("late", "later"));
  }

  @Test
  void aNodeThatCannotOpenPipesReadsThoseOfTheJdk() throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo one; echo two >&2");
    StartedProgram program = StartedProgram.withJdkPipes(builder);

    assertThat(program.output()).hasContent("one");
    assertThat(program.errors()).hasContent("two");
  }
}
