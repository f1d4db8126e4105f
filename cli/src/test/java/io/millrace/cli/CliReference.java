package io.millrace.cli;

import io.millrace.cli.error.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes docs/cli.md from the help texts: {@code ./sbt cliReference}. */
final class CliReference {
  static final Path FILE = Path.of("../docs/cli.md");
  private static final Path INTRODUCTION = Path.of("src/test/resources/cli-introduction.md");

  /** These are the same everywhere, and described once. */
  private static final Set<String> COMMON =
      Set.of("--url", "--token-file", "--profile", "--output", "--no-color", "--help");

  private final StringBuilder text = new StringBuilder();

  private CliReference() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(System.getProperty("user.dir")).resolve("docs/cli.md");
    Files.writeString(Files.exists(file.getParent()) ? file : FILE, text());
  }

  static String text() throws IOException {
    CliReference reference = new CliReference();
    CommandLine root = CliMain.commandLine(new TestShell(Path.of("")).shell(), List.of());
    Path here = Path.of("cli").resolve(INTRODUCTION);
    reference.text.append(Files.readString(Files.exists(here) ? here : INTRODUCTION));
    reference.exitCodes();
    reference.commonOptions(root.getSubcommands().get("doctor").getCommandSpec());
    reference.text.append("\n## Commands\n");
    root.getSubcommands().values().stream().distinct().forEach(reference::command);
    return reference.text.toString();
  }

  private void exitCodes() {
    text.append("\n## Exit codes\n\n| code | meaning |\n|---|---|\n");
    for (ExitCode code : ExitCode.values()) {
      text.append("| %d | %s |%n".formatted(code.code(), code.meaning()));
    }
  }

  private void commonOptions(CommandSpec any) {
    text.append("\n## Options of every command that asks a node\n\n| option | |\n|---|---|\n");
    any.options().stream().filter(CliReference::isCommon).forEach(this::row);
  }

  private static boolean isCommon(OptionSpec option) {
    return COMMON.contains(option.longestName());
  }

  private void command(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    text.append("\n### %s%n%n".formatted(spec.qualifiedName()));
    text.append(String.join(" ", plain(spec.usageMessage().description()))).append("\n\n");
    text.append("    ").append(synopsis(spec)).append("\n");
    List<PositionalParamSpec> parameters = spec.positionalParameters();
    List<OptionSpec> options = spec.options().stream().filter(option -> !isCommon(option)).toList();
    if (!parameters.isEmpty() || !options.isEmpty()) {
      text.append("\n| | |\n|---|---|\n");
      parameters.forEach(this::row);
      options.forEach(this::row);
    }
    if (line.getSubcommands().isEmpty()) {
      text.append("\nExamples:\n\n");
      examples(spec).forEach(example -> text.append("  ").append(example).append("\n"));
    }
    line.getSubcommands().values().stream().distinct().forEach(this::command);
  }

  private static String synopsis(CommandSpec spec) {
    StringBuilder synopsis = new StringBuilder(spec.qualifiedName());
    for (PositionalParamSpec each : spec.positionalParameters()) {
      String many = each.arity().max() > 1 && !each.hideParamSyntax() ? " …" : "";
      synopsis.append(
          (each.arity().min() == 0 ? " [%s%s]" : " %s%s").formatted(each.paramLabel(), many));
    }
    for (OptionSpec option : spec.options()) {
      if (option.required()) {
        synopsis.append(" %s %s".formatted(option.longestName(), option.paramLabel()));
      }
    }
    return synopsis.append(spec.subcommands().isEmpty() ? " [options]" : " COMMAND").toString();
  }

  private void row(ArgSpec arg) {
    String name =
        arg instanceof OptionSpec option
            ? String.join(", ", option.names())
                + (option.arity().max() == 0 ? "" : " " + option.paramLabel())
            : arg.paramLabel();
    String about =
        String.join(" ", plain(arg.description()))
            .replace("${DEFAULT-VALUE}", String.valueOf(arg.initialValue()));
    text.append("| `%s` | %s |%n".formatted(name, about.replace("|", "\\|")));
  }

  private static List<String> plain(String[] lines) {
    return Arrays.asList(lines);
  }

  /** The lines of the footer below "Examples:". */
  static List<String> examples(CommandSpec spec) {
    return Arrays.stream(spec.usageMessage().footer())
        .dropWhile(line -> !line.equals("Examples:"))
        .skip(1)
        .map(line -> line.startsWith("  ") || line.isEmpty() ? line : "  # " + line)
        .toList();
  }
}
