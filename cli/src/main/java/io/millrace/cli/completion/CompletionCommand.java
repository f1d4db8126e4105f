package io.millrace.cli.completion;

import io.millrace.cli.command.ShellHolder;
import io.millrace.cli.error.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that completes command lines. */
@Command(
    name = "completion",
    description = "Prints a script for bash, zsh or fish that completes command lines.",
    footer = {
      "",
      "Examples:",
      "  source <(millrace completion bash)         in ~/.bashrc",
      "  source <(millrace completion zsh)          in ~/.zshrc",
      "  millrace completion fish | source          in ~/.config/fish/config.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  /** A shell that people type commands into. */
  enum ShellKind {
    BASH,
    ZSH,
    FISH
  }

  /** The script of picocli is for both; zsh must have its own completions before. */
  private static final String ZSH_FIRST =
      "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n";

  @Spec CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  boolean help;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  ShellKind shell = ShellKind.BASH;

  @Override
  public Integer call() {
    CommandSpec root = spec.root();
    String script =
        switch (shell) {
          case BASH -> AutoComplete.bash(root.name(), root.commandLine());
          case ZSH -> ZSH_FIRST + AutoComplete.bash(root.name(), root.commandLine());
          case FISH -> FishScript.of(root);
        };
    ((ShellHolder) root.userObject()).shell().out().print(script);
    return ExitCode.DONE.code();
  }
}
