package io.millrace.cli.completion;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes completions for fish, which picocli does not. */
final class FishScript {
  private final StringBuilder script = new StringBuilder();
  private final String program;

  private FishScript(String program) {
    this.program = program;
  }

  static String of(CommandSpec root) {
    FishScript fish = new FishScript(root.name());
    fish.script.append(
        """
        # Completions of %1$s for fish.
        function __%1$s_at
          set -l words (commandline -opc)
          set -e words[1]
          set -l plain
          for word in $words
            string match -q -- '-*' $word; or set -a plain $word
          end
          test (count $plain) -ge (count $argv); or return 1
          for i in (seq (count $argv))
            test "$plain[$i]" = "$argv[$i]"; or return 1
          end
        end
        function __%1$s_only
          __%1$s_at $argv; or return 1
          set -l words (commandline -opc)
          test (count (string match -v -- '-*' $words)) -eq (math (count $argv) + 1)
        end
        complete -c %1$s -f
        """
            .formatted(root.name()));
    fish.command(root, List.of());
    return fish.script.toString();
  }

  private void command(CommandSpec spec, List<String> path) {
    String words = path.isEmpty() ? "" : " " + String.join(" ", path);
    for (Map.Entry<String, CommandLine> entry : spec.subcommands().entrySet()) {
      CommandSpec below = entry.getValue().getCommandSpec();
      line("__" + program + "_only" + words, "-a " + entry.getKey(), below);
    }
    for (OptionSpec option : spec.options()) {
      StringBuilder names = new StringBuilder();
      for (String name : option.names()) {
        names.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1));
      }
      String value =
          option.arity().max() == 0 ? "" : option.paramLabel().equals("FILE") ? " -rF" : " -r";
      line("__" + program + "_at" + words, names.substring(1) + value, text(option.description()));
    }
    spec.subcommands()
        .forEach(
            (name, below) ->
                command(
                    below.getCommandSpec(),
                    Stream.concat(path.stream(), Stream.of(name)).toList()));
  }

  private void line(String condition, String what, CommandSpec about) {
    line(condition, what, text(about.usageMessage().description()));
  }

  private void line(String condition, String what, String about) {
    script.append(
        "complete -c %s -n '%s' %s -d '%s'%n"
            .formatted(program, condition, what, about.replace("\\", "\\\\").replace("'", "\\'")));
  }

  private static String text(String[] description) {
    return description.length == 0 ? "" : description[0].replaceAll("\\$\\{[^}]*}", "…");
  }
}
