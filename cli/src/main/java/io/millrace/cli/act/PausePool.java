package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.FlowModel.Pool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Pauses a pool: it grants nothing, and running tasks end. */
@Command(
    name = "pool",
    description = "Pauses a pool: it grants no new channels, and running tasks continue.",
    footer = {"", "Examples:", "  millrace pause pool night --reason 'The bank asked us to.'"})
final class PausePool extends ClientCommand {
  @Parameters(paramLabel = "NAME", description = "The pool.")
  String name = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why. Others read it.")
  String reason = "";

  @Override
  protected ExitCode run(CliSession cli) {
    Pool paused = cli.client().flow().pausePool(name, reason);
    cli.printer()
        .done(
            "Pool " + paused.pool() + " is paused; " + paused.running() + " tasks still run.",
            paused);
    return ExitCode.DONE;
  }
}
