package io.millrace.cli.watch;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.SourceModel.CollectionExplained;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Why a collection is, or is not, refreshed. */
@Command(
    name = "collection",
    description = "Why a collection is, or is not, refreshed.",
    footer = {"", "Examples:", "  millrace explain collection demo c"})
final class ExplainCollection extends ClientCommand {
  @Parameters(index = "0", paramLabel = "SOURCE", description = "The source.")
  String source = "";

  @Parameters(index = "1", paramLabel = "COLLECTION", description = "Its collection.")
  String collection = "";

  @Override
  protected ExitCode run(CliSession cli) {
    CollectionExplained found = cli.client().sources().explainCollection(source, collection);
    return new Explanation(
            found.refresh(),
            found.next(),
            found.waiting(),
            found.allowed(),
            found.rules(),
            found.decisions())
        .show(cli.printer(), found);
  }
}
