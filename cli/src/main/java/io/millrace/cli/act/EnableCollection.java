package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.SourceModel.Collection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Enables a collection that is disabled. */
@Command(
    name = "collection",
    description = "Enables a collection that is disabled.",
    footer = {"", "Examples:", "  millrace enable collection bank accounts"})
final class EnableCollection extends ClientCommand {
  @Parameters(index = "0", paramLabel = "SOURCE", description = "The source.")
  String source = "";

  @Parameters(index = "1", paramLabel = "COLLECTION", description = "Its collection.")
  String collection = "";

  @Override
  protected ExitCode run(CliSession cli) {
    Collection found = cli.client().sources().enableCollection(source, collection);
    cli.printer().done("It is " + found.refresh().state() + ".", found);
    return ExitCode.DONE;
  }
}
