package io.millrace.cli.files;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.DefinitionModel.DefinitionApplyResult;
import io.millrace.client.model.DefinitionModel.DefinitionDiff;
import io.millrace.client.model.DefinitionModel.DefinitionFile;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Saves files, as a whole or not at all. */
@Command(
    name = "apply",
    description = {
      "Saves everything in the files, or nothing. It shows the difference and asks first.",
      "If the state changed since the difference was made, it is refused: exit code 4."
    },
    footer = {
      "",
      "Examples:",
      "  millrace apply config/",
      "  millrace apply config/ --prune --yes",
      "  millrace apply config/ --yes --if-version 5d41402abc4b2a76   the one that a diff showed"
    })
public final class ApplyCommand extends ClientCommand {
  @Mixin FilesOptions files = new FilesOptions();

  @Option(names = "--yes", description = "Does not ask.")
  boolean yes;

  @Option(
      names = "--if-version",
      paramLabel = "VERSION",
      description = "Only if this is still the version that 'millrace diff' showed.")
  @Nullable String version;

  @Override
  protected ExitCode run(CliSession cli) {
    if (!yes && (!cli.printer().isTable() || !cli.shell().inIsTerminal())) {
      throw CommandException.usage("There is no terminal to ask at.", "Add --yes.");
    }
    List<DefinitionFile> read = files.read(cli);
    DefinitionDiff diff = cli.client().definitions().diffDefinitions(read, files.prune);
    if (cli.printer().isTable()) {
      new DiffPrinter(cli.shell().out(), cli.printer().hasColour()).print(diff);
    }
    if (!yes && !diff.isEmpty() && !isConfirmed(cli)) {
      cli.printer().remark("Nothing was changed.");
      return ExitCode.FAILED;
    }
    DefinitionApplyResult result =
        cli.client()
            .definitions()
            .applyDefinitions(read, files.prune, version == null ? diff.version() : version);
    cli.printer().done(diff.isEmpty() ? "There was nothing to do." : "Applied.", result);
    return ExitCode.DONE;
  }

  /** y or yes, in any case. */
  private static boolean isConfirmed(CliSession cli) {
    cli.shell().err().print("Apply this? [y/N] ");
    cli.shell().err().flush();
    StringBuilder answer = new StringBuilder();
    try {
      for (int c = cli.shell().in().read(); c >= 0 && c != '\n'; c = cli.shell().in().read()) {
        answer.append((char) c);
      }
    } catch (IOException gone) {
      return false;
    }
    return answer.toString().strip().matches("(?i)y|yes");
  }
}
