package io.millrace.cli.files;

import io.millrace.cli.command.CliSession;
import io.millrace.client.model.DefinitionModel.DefinitionFile;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which files of definitions are meant. */
final class FilesOptions {
  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Folders, or files, with YAML or JSON; - is the standard input.")
  List<String> paths = List.of();

  @Option(
      names = "--prune",
      description = "Also deletes what the files do not have, of the kinds that they name.")
  boolean prune;

  List<DefinitionFile> read(CliSession cli) {
    return DefinitionFolder.read(cli.shell(), paths);
  }
}
