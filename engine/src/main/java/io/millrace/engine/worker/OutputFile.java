package io.millrace.engine.worker;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file where a program may leave its output. It starts empty, only the program's user can read
 * it, and it is deleted when the task is over.
 */
final class OutputFile {
  private volatile @Nullable Path path;

  /**
   * @param user the owner of the file; empty for the node's own user
   */
  Path create(Optional<ProgramUser> user) throws IOException {
    Path created = Files.createTempFile("millrace-", ".output"); // created with mode 0600
    path = created;
    if (user.isPresent()) {
      Files.setOwner(
          created,
          created
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(user.get().name()));
    }
    return created;
  }

  /** Returns the outcome with the output of the program; unchanged if there is none. */
  Outcome addTo(Outcome outcome) {
    Path file = path;
    if (file == null) {
      return outcome;
    }
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
            ? TaskOutput.rejectOutput(outcome, "is no longer in a plain file")
            : outcome;
      }
      return ProgramOutcome.withOutput(outcome, read(file));
    } catch (IOException e) {
      return TaskOutput.rejectOutput(outcome, "cannot be read: " + OutcomeText.brief(e));
    }
  }

  /** Does not follow links, because another program of that user may have just created one. */
  private static byte[] read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(ProgramOutcome.MAX_OUTPUT_BYTES + 1);
    }
  }

  void delete() {
    Path file = path;
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // The program has replaced the file by something else, which is left to the system.
      }
    }
  }
}
