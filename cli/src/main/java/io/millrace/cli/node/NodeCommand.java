package io.millrace.cli.node;

import io.millrace.cli.error.CommandException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** A command of the node. The start script runs it without this program; here is its help. */
abstract class NodeCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  boolean help;

  @Override
  public final Integer call() {
    throw CommandException.usage(
        "This command runs the node, which is not in this program.",
        "Use the start script bin/millrace of the release.");
  }
}
