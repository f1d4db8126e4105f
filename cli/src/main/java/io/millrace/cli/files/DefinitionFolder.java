package io.millrace.cli.files;

import io.millrace.cli.error.CommandException;
import io.millrace.cli.shell.Shell;
import io.millrace.client.model.DefinitionModel.DefinitionFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads files of definitions: named files, and all YAML and JSON files in folders. */
final class DefinitionFolder {
  private DefinitionFolder() {}

  /**
   * @param names files, folders, or - for the standard input
   */
  static List<DefinitionFile> read(Shell shell, List<String> names) {
    List<DefinitionFile> files = new ArrayList<>();
    for (String name : names) {
      try {
        if (name.equals("-")) {
          String text = new String(shell.in().readAllBytes(), StandardCharsets.UTF_8);
          files.add(new DefinitionFile("-", text));
        } else {
          files.addAll(read(shell.file(name), name));
        }
      } catch (IOException unreadable) {
        throw CommandException.usage(
            name + " cannot be read: " + unreadable.getClass().getSimpleName(),
            "Name a folder, or files, with YAML.");
      }
    }
    if (files.isEmpty()) {
      throw CommandException.usage(
          "There is no .yaml, .yml or .json in " + String.join(", ", names) + ".",
          "'millrace export FOLDER' writes what is in force.");
    }
    return files;
  }

  private static List<DefinitionFile> read(Path path, String name) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(new DefinitionFile(name, Files.readString(path)));
    }
    List<DefinitionFile> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.sorted().toList()) {
        Path relative = path.relativize(file);
        if (Files.isRegularFile(file) && isDefinition(relative)) {
          files.add(new DefinitionFile(relative.toString(), Files.readString(file)));
        }
      }
    }
    return files;
  }

  /** Hidden files and folders, such as .git, are none. */
  private static boolean isDefinition(Path relative) {
    for (Path part : relative) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    return relative.toString().matches(".*\\.(yaml|yml|json)");
  }
}
