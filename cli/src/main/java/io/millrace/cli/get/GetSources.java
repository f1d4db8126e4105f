package io.millrace.cli.get;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import picocli.CommandLine.Command;

/** The document of the sources. */
@Command(
    name = "sources",
    aliases = "source",
    description = "The document of the sources, as it was given. 'get collections' lists them.",
    footer = {
      "",
      "Examples:",
      "  millrace get sources > sources.yaml",
      "  millrace get sources -o json | jq '.sources | keys'"
    })
final class GetSources extends ClientCommand {
  @Override
  protected ExitCode run(CliSession cli) {
    String document = cli.client().sources().getSources();
    if (cli.printer().isTable()) {
      cli.printer().text(document.stripTrailing() + "\n");
      return ExitCode.DONE;
    }
    try {
      cli.printer().document(new YAMLMapper().readTree(document));
      return ExitCode.DONE;
    } catch (JsonProcessingException broken) {
      throw new CommandException(
          ExitCode.FAILED, "The document is no YAML: " + broken.getOriginalMessage(), "");
    }
  }
}
