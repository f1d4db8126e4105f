package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.SourceModel.Collection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Disables a collection until it is enabled or saved again. */
@Command(
    name = "collection",
    description = "Disables a collection until it is enabled or saved again.",
    footer = {
      "",
      "Examples:",
      "  millrace disable collection bank accounts --reason 'We moved to another bank.'"
    })
final class DisableCollection extends ClientCommand {
  @Parameters(index = "0", paramLabel = "SOURCE", description = "The source.")
  String source = "";

  @Parameters(index = "1", paramLabel = "COLLECTION", description = "Its collection.")
  String collection = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why. Others read it.")
  @Nullable String reason;

  @Override
  protected ExitCode run(CliSession cli) {
    Collection found = cli.client().sources().disableCollection(source, collection, reason);
    cli.printer().done("It is " + found.refresh().state() + ".", found);
    return ExitCode.DONE;
  }
}
