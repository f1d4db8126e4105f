package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The help of every command is whole, and the reference is what it says. */
class CliReferenceTest {
  static Stream<CommandLine> commands() {
    return below(CliMain.commandLine(new TestShell(Path.of("")).shell(), List.of()));
  }

  private static Stream<CommandLine> below(CommandLine line) {
    return Stream.concat(
        Stream.of(line),
        line.getSubcommands().values().stream().distinct().flatMap(CliReferenceTest::below));
  }

  @Test
  void theReferenceIsCurrent() throws Exception {
    assertThat(Files.readString(CliReference.FILE))
        .as("docs/cli.md is out of date: run ./sbt cliReference")
        .isEqualTo(CliReference.text());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasADescriptionAndExamples(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    assertThat(spec.usageMessage().description()).as(spec.qualifiedName()).isNotEmpty();
    List<String> examples = CliReference.examples(spec);
    assertThat(examples).as(spec.qualifiedName()).isNotEmpty();
    assertThat(examples.stream().map(String::strip))
        .as(spec.qualifiedName())
        .anyMatch(example -> example.contains(spec.qualifiedName()));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionAndParameterIsDescribed(CommandLine line) {
    for (ArgSpec arg : line.getCommandSpec().args()) {
      assertThat(arg.description()).as(line + " " + arg).isNotEmpty();
      assertThat(arg.description()[0]).endsWith(".");
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theHelpOfEveryCommandIsPrinted(CommandLine line) {
    TestShell shell = new TestShell(Path.of(""));
    String name = line.getCommandSpec().qualifiedName();
    String[] words = (name + " --help").replaceFirst("millrace ", "").split(" ");
    assertThat(shell.run(words)).as(shell.err()).isZero();
    assertThat(shell.out()).contains("Usage: " + name).contains("Examples:");
  }
}
