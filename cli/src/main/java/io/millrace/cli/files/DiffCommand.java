package io.millrace.cli.files;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.DefinitionModel.DefinitionDiff;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares files with what is in force. */
@Command(
    name = "diff",
    description = {
      "Compares files of sources, jobs, sites, clients, pools and webhooks with what is in force.",
      "Says what 'millrace apply' would do, and what follows. Changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  millrace diff config/",
      "  millrace diff config/ --prune --exit-code     in CI: exit code 1 if something differs",
      "  millrace diff config/ -o json | jq .version   for 'millrace apply --if-version'"
    })
public final class DiffCommand extends ClientCommand {
  @Mixin FilesOptions files = new FilesOptions();

  @Option(names = "--exit-code", description = "Exit code 1 if something differs.")
  boolean exitCode;

  @Override
  protected ExitCode run(CliSession cli) {
    DefinitionDiff diff = cli.client().definitions().diffDefinitions(files.read(cli), files.prune);
    if (cli.printer().isTable()) {
      new DiffPrinter(cli.shell().out(), cli.printer().hasColour()).print(diff);
    } else {
      cli.printer().document(diff);
    }
    return ExitCode.ofSuccess(!exitCode || diff.isEmpty());
  }
}
