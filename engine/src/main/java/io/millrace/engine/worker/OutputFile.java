package io.millrace.engine.worker;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Output;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Where a program may leave its output: an empty file, for the eyes of the node's user only, that
 * is gone when the program's task is over.
 */
final class OutputFile {
  /** Room for the longest output and for a lot of blanks; what is longer is not even read. */
  static final int MOST_BYTES = 1024 * 1024;

  private volatile Path path;

  Path create() throws IOException {
    path = Files.createTempFile("millrace-", ".output"); // made with mode 0600
    return path;
  }

  /** The outcome with what the program left here; unchanged if that is nothing. */
  Outcome addTo(Outcome outcome) {
    try {
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
            ? Output.without(outcome, "is not in a plain file any more")
            : outcome;
      }
      if (Files.size(path) > MOST_BYTES) {
        return Output.without(outcome, "is too long: the file has more than 1 MiB");
      }
      String text = Files.readString(path);
      return text.isBlank() ? outcome : outcome.withOutput(text);
    } catch (CharacterCodingException e) {
      return Output.without(outcome, "is not in UTF-8");
    } catch (IOException e) {
      return Output.without(outcome, "cannot be read: " + Text.brief(e));
    }
  }

  void delete() {
    if (path != null) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // The program has made something else of it; that is left to whoever cleans that directory.
      }
    }
  }
}
