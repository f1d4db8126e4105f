package io.millrace.cli.files;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.DefinitionModel.DefinitionDiff;
import io.millrace.client.model.DefinitionModel.DefinitionFile;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says whether files could be applied. */
@Command(
    name = "check",
    description = {
      "Says whether files could be applied, and names everything that is wrong. Changes nothing.",
      "Without a file it is a command of the node: it checks that all stored data obeys the rules."
    },
    footer = {
      "",
      "Examples:",
      "  millrace check config/",
      "  cat job.yaml | millrace check -",
      "  millrace check                   reads the database of the node's settings"
    })
public final class FilesCheckCommand extends ClientCommand {
  @Mixin FilesOptions files = new FilesOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    List<DefinitionFile> read = files.read(cli);
    DefinitionDiff diff = cli.client().definitions().diffDefinitions(read, files.prune);
    cli.printer().done(read.size() + " files are right: " + DiffPrinter.counts(diff) + ".", diff);
    return ExitCode.DONE;
  }
}
