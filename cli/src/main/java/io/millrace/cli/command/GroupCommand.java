package io.millrace.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that has only others below it. */
public abstract class GroupCommand implements Callable<Integer>, CommandGroup {
  @Spec CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  boolean help;

  @Override
  public final Integer call() {
    throw new ParameterException(
        spec.commandLine(), "Say what: " + String.join(", ", spec.subcommands().keySet()) + ".");
  }
}
