package io.millrace.runners.container;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOutput;
import io.millrace.engine.worker.ProgramOutcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * The files that Millrace puts into a container: an empty one for its output, and its secrets if it
 * wants them as files. They are sent through the engine, so the engine may be on another machine.
 */
final class ContainerFiles {
  static final String FOLDER = "/millrace";
  static final String OUTPUT = FOLDER + "/output";
  static final String SECRETS = FOLDER + "/secrets";

  /** Room for the longest output that is read, with what an archive has around it. */
  static final int MAX_ARCHIVE = ProgramOutcome.MAX_OUTPUT_BYTES + 64 * 1024;

  private static final int FOLDER_MODE = 0755;
  private static final int READ_MODE = 0444;

  /** The container may run as any user. */
  private static final int WRITE_MODE = 0666;

  private ContainerFiles() {}

  /**
   * @param secrets the files of secrets by name; may be empty
   */
  static byte[] archive(Map<String, String> secrets) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      folder(tar, FOLDER);
      file(tar, OUTPUT, WRITE_MODE, "");
      if (!secrets.isEmpty()) {
        folder(tar, SECRETS);
        for (Map.Entry<String, String> secret : secrets.entrySet()) {
          file(tar, SECRETS + "/" + secret.getKey(), READ_MODE, secret.getValue());
        }
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void folder(TarArchiveOutputStream tar, String path) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(path.substring(1) + "/");
    entry.setMode(TarArchiveEntry.DEFAULT_DIR_MODE & ~0777 | FOLDER_MODE);
    tar.putArchiveEntry(entry);
    tar.closeArchiveEntry();
  }

  private static void file(TarArchiveOutputStream tar, String path, int mode, String text)
      throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(path.substring(1), TarConstants.LF_NORMAL);
    entry.setMode(TarArchiveEntry.DEFAULT_FILE_MODE & ~0777 | mode);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  /**
   * Returns the outcome with the output that is in this archive; unchanged if there is none.
   *
   * @param archive a tar, or the first {@link #MAX_ARCHIVE} bytes of it
   */
  static Outcome withOutput(Outcome outcome, byte[] archive) {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(archive))) {
      TarArchiveEntry entry = tar.getNextEntry();
      if (entry == null) {
        return outcome;
      }
      return entry.isFile()
          ? ProgramOutcome.withOutput(outcome, tar.readNBytes(ProgramOutcome.MAX_OUTPUT_BYTES + 1))
          : TaskOutput.rejectOutput(outcome, "is no longer in a plain file");
    } catch (IOException noTar) {
      return TaskOutput.rejectOutput(outcome, "cannot be read from the container");
    }
  }
}
