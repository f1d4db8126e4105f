package io.millrace.engine.definition;

import io.millrace.engine.input.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of the sources. A file that is missing, unreadable or invalid changes nothing, and is
 * logged once.
 */
public final class SourcesFile {
  private static final Logger LOG = LoggerFactory.getLogger(SourcesFile.class);

  /** Takes over a document, or refuses it. */
  @FunctionalInterface
  interface SourcesLoader {
    void load(String document) throws SQLException;
  }

  private final Path path;
  private final Duration quiet;
  private final Clock clock;
  private WatchedFile file = WatchedFile.NOT_SEEN;
  private String fault = "";

  /**
   * @param quiet how long the file must be unchanged before it is loaded
   */
  public SourcesFile(Path path, Duration quiet, Clock clock) {
    this.path = path;
    this.quiet = quiet;
    this.clock = clock;
  }

  /** Loads the file if it has changed. If the database fails, the next round tries again. */
  void loadIfChanged(SourcesLoader loader) throws SQLException {
    try {
      Instant now = clock.instant();
      file = file.observe(WatchedFile.FileStamp.of(path), now);
      if (file.isReady(quiet, now) && load(loader)) {
        file = file.markHandled();
        fault = "";
      }
    } catch (InvalidInputException refused) {
      // No stack trace: each error has a line of its own.
      LOG.error("{} is invalid; the old sources stay in force:", path);
      refused.errors().forEach(error -> LOG.error("  {}", error));
      file = file.markHandled();
    } catch (IOException unreadable) { // tried again: a new permission does not change its stamp
      if (!unreadable.toString().equals(fault)) {
        fault = unreadable.toString();
        LOG.error("{} cannot be read; the old sources stay in force", path, unreadable);
      }
    }
  }

  /** Returns false if the file changed while it was read. */
  private boolean load(SourcesLoader loader) throws IOException, SQLException {
    if (WatchedFile.FileStamp.MISSING.equals(file.facts())) {
      throw new NoSuchFileException(path.toString());
    }
    String document = Files.readString(path);
    boolean same = WatchedFile.FileStamp.of(path).equals(file.facts());
    if (same) {
      loader.load(document);
    }
    return same;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
