package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Refreshes a collection. */
@Command(
    name = "collection",
    description = "Refreshes a collection of a source, or joins the refresh that is under way.",
    footer = {
      "",
      "Examples:",
      "  millrace run collection demo c --wait",
      "  millrace run collection bank accounts --wait --timeout 10m && ./next.sh"
    })
final class RunCollection extends ClientCommand {
  @Parameters(index = "0", paramLabel = "SOURCE", description = "The source.")
  String source = "";

  @Parameters(index = "1", paramLabel = "COLLECTION", description = "Its collection.")
  String collection = "";

  @Mixin WaitOptions waiting = new WaitOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    return waiting.finish(cli, cli.client().tasks().refreshCollection(source, collection));
  }
}
