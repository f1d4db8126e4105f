package io.millrace.engine.worker;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a program may leave its output: an empty file, for the eyes of the program's user only,
 * that is gone when the program's task is over.
 */
final class OutputFile {
  /** Room for the longest output and for a lot of blanks; what is longer is not even read. */
  static final int MOST_BYTES = 1024 * 1024;

  private volatile Path path;

  /**
   * @param user whose file it is to be; empty = the node's own
   */
  Path create(Optional<ProgramUser> user) throws IOException {
    path = Files.createTempFile("millrace-", ".output"); // made with mode 0600
    if (user.isPresent()) {
      Files.setOwner(
          path,
          path.getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(user.get().name()));
    }
    return path;
  }

  /** The outcome with what the program left here; unchanged if that is nothing. */
  Outcome addTo(Outcome outcome) {
    try {
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
            ? TaskOutput.rejectOutput(outcome, "is not in a plain file any more")
            : outcome;
      }
      if (Files.size(path) > MOST_BYTES) {
        return TaskOutput.rejectOutput(outcome, "is too long: the file has more than 1 MiB");
      }
      String text = read();
      return text.isBlank() ? outcome : outcome.withOutput(text);
    } catch (CharacterCodingException e) {
      return TaskOutput.rejectOutput(outcome, "is not in UTF-8");
    } catch (IOException e) {
      return TaskOutput.rejectOutput(outcome, "cannot be read: " + OutcomeText.brief(e));
    }
  }

  /** Never through a link: another program of that user may have just put one there. */
  private String read() throws IOException {
    try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(in.readNBytes(MOST_BYTES)))
          .toString();
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
