package io.millrace.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sources of all modules, read from the folder of one of them. */
final class SourceFiles {
  private static final Path ROOT = Path.of("..");

  /** A source file and its text. */
  record SourceFile(Path path, String text) {

    String name() {
      return ROOT.relativize(path).toString();
    }

    int line(int position) {
      return (int) text.substring(0, position).lines().count();
    }
  }

  private SourceFiles() {}

  /** Main code and tests: Java, the page's JavaScript and the Python client. */
  static List<SourceFile> all() throws IOException {
    return Stream.of(java(), under("src/main/resources/page", ".js"), under("python", ".py"))
        .flatMap(List::stream)
        .toList();
  }

  static List<SourceFile> java() throws IOException {
    return under("src", ".java");
  }

  static List<SourceFile> main() throws IOException {
    return under("src/main/java", ".java");
  }

  private static List<SourceFile> under(String folder, String ending) throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve(folder))
          .filter(Files::isDirectory)
          .flatMap(found -> files(found, ending))
          .sorted()
          .map(SourceFiles::read)
          .toList();
    }
  }

  private static Stream<Path> files(Path folder, String ending) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList().stream();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private static SourceFile read(Path file) {
    try {
      return new SourceFile(file, Files.readString(file));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** The position after the bracket that closes the one before {@code start}. */
  static int closing(String text, int start, char open, char close) {
    int depth = 1;
    int at = start;
    boolean quoted = false;
    while (depth > 0) {
      char c = text.charAt(at);
      if (quoted && c == '\\') {
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == '\'') {
        at += text.charAt(at + 1) == '\\' ? 3 : 2;
      } else if (!quoted && c == open) {
        depth++;
      } else if (!quoted && c == close) {
        depth--;
      }
      at++;
    }
    return at;
  }
}
