package io.millrace.engine.worker;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file where a program may leave its output. It starts empty, only the program's user can read
 * it, and it is deleted when the task is over.
 */
final class OutputFile {
  private volatile Path path;

  /**
   * @param user the owner of the file; empty for the node's own user
   */
  Path create(Optional<ProgramUser> user) throws IOException {
    path = Files.createTempFile("millrace-", ".output"); // created with mode 0600
    if (user.isPresent()) {
      Files.setOwner(
          path,
          path.getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(user.get().name()));
    }
    return path;
  }

  /** Returns the outcome with the output of the program; unchanged if there is none. */
  Outcome addTo(Outcome outcome) {
    try {
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
            ? TaskOutput.rejectOutput(outcome, "is no longer in a plain file")
            : outcome;
      }
      return ProgramOutcome.withOutput(outcome, read());
    } catch (IOException e) {
      return TaskOutput.rejectOutput(outcome, "cannot be read: " + OutcomeText.brief(e));
    }
  }

  /** Does not follow links, because another program of that user may have just created one. */
  private byte[] read() throws IOException {
    try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(ProgramOutcome.MAX_OUTPUT_BYTES + 1);
    }
  }

  void delete() {
    if (path != null) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // The program has replaced the file by something else, which is left to the system.
      }
    }
  }
}
