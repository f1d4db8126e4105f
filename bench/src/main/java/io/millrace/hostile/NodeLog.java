package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The log of the attacked node, if it can be read from here. */
final class NodeLog {
  /** So many lines of one attack are no storm. */
  static final int MOST_LINES = 200;

  private final @Nullable Path file;
  private int read;

  NodeLog(Optional<Path> file) throws IOException {
    this.file = file.orElse(null);
    newLines();
  }

  /** What was written since it was last asked. */
  private List<String> newLines() throws IOException {
    if (file == null) {
      return List.of();
    }
    List<String> all = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    List<String> fresh = all.subList(Math.min(read, all.size()), all.size());
    read = all.size();
    return fresh;
  }

  /** What must hold of the lines since then. */
  List<Finding> findings() throws IOException {
    Checklist checklist = new Checklist();
    List<String> lines = newLines();
    if (file != null) {
      checklist.check(
          "the log gets at most " + MOST_LINES + " lines more",
          lines.size() <= MOST_LINES,
          lines.size() + " lines, such as: " + (lines.isEmpty() ? "" : lines.get(0)));
    }
    for (String line : lines) {
      checklist.check("no line of the log is an ERROR", !line.contains(" ERROR "), line);
      checklist.check(
          "no line of the log was written by a caller",
          !line.startsWith(ForgedLogLines.MARK),
          line);
    }
    return checklist.findings();
  }
}
