package io.millrace.cli.files;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.DefinitionModel.DefinitionExport;
import io.millrace.client.model.DefinitionModel.DefinitionFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes what is in force as files. */
@Command(
    name = "export",
    description = {
      "Writes all definitions as files that 'millrace apply' reads.",
      "Only an admin sees the credentials in them; what is masked cannot be applied.",
      "Nobody but you can read the files."
    },
    footer = {
      "",
      "Examples:",
      "  millrace export config/",
      "  millrace export config/ --force     also over files that differ",
      "  millrace export -                   to the standard output"
    })
public final class ExportCommand extends ClientCommand {
  @Parameters(
      paramLabel = "FOLDER",
      description = "Where to. It is created if it is missing; - is the standard output.")
  String folder = "";

  @Option(names = "--force", description = "Overwrites files that differ.")
  boolean force;

  @Override
  protected ExitCode run(CliSession cli) {
    DefinitionExport export = cli.client().definitions().exportDefinitions();
    if (!cli.printer().isTable()) {
      cli.printer().document(export);
    } else if (folder.equals("-")) {
      export.files().forEach(file -> cli.printer().text("---\n" + file.content()));
    } else {
      write(cli, export);
    }
    return ExitCode.DONE;
  }

  /** All files are checked before the first is written. */
  private void write(CliSession cli, DefinitionExport export) {
    Path target = cli.shell().file(folder);
    Map<Path, String> files = new LinkedHashMap<>();
    try {
      for (DefinitionFile file : export.files()) {
        files.put(place(target, file.path()), file.content());
      }
      for (Map.Entry<Path, String> file : files.entrySet()) {
        if (!force && differs(file.getKey(), file.getValue())) {
          throw CommandException.usage(
              file.getKey() + " is there and differs.", "Add --force to overwrite it.");
        }
      }
      for (Map.Entry<Path, String> file : files.entrySet()) {
        Files.createDirectories(file.getKey().getParent());
        writePrivately(file.getKey(), file.getValue());
        cli.printer().line(file.getKey().toString());
      }
    } catch (IOException fault) {
      throw CommandException.usage(
          target + " cannot be written: " + fault.getMessage(), "Choose another folder.");
    }
  }

  /** An admin's export has credentials in it. */
  private static void writePrivately(Path file, String content) throws IOException {
    Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rw-------");
    if (Files.exists(file)) {
      Files.setPosixFilePermissions(file, owner);
    } else {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(owner));
    }
    Files.writeString(file, content);
  }

  /** A server must not choose where on this machine it writes. */
  private static Path place(Path target, String name) {
    if (!name.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*(/[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*)*")) {
      throw new CommandException(
          ExitCode.FAILED, "The server named a file '" + name + "', which is not written.", "");
    }
    return target.resolve(name);
  }

  private static boolean differs(Path file, String content) throws IOException {
    return Files.exists(file) && !Files.readString(file).equals(content);
  }
}
