package io.millrace.engine.definition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file that is polled, as last observed. It is handled once it has been unchanged for a while, so
 * that nobody reads a file that an editor is still writing.
 *
 * @param facts its stamp; absent before the first observation
 * @param since since when it has this stamp
 * @param done whether it was handled
 */
record WatchedFile(@Nullable FileStamp facts, Instant since, boolean done) {
  static final WatchedFile NOT_SEEN = new WatchedFile(null, Instant.MIN, false);

  /**
   * Tells contents apart without reading them.
   *
   * @param modified absent if there is no such file
   * @param key changes when another file is moved into its place; absent if the system has no keys
   */
  record FileStamp(@Nullable Instant modified, long size, @Nullable Object key) {
    static final FileStamp MISSING = new FileStamp(null, 0, null);

    static FileStamp of(Path file) throws IOException {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(
            attributes.lastModifiedTime().toInstant(), attributes.size(), attributes.fileKey());
      } catch (NoSuchFileException missing) {
        return MISSING;
      }
    }
  }

  /**
   * Returns the state after another observation. The first one uses the time of the file itself.
   */
  WatchedFile observe(FileStamp stamp, Instant now) {
    if (!stamp.equals(facts)) {
      Instant modified = facts == null ? stamp.modified() : null;
      return new WatchedFile(
          stamp, modified != null && modified.isBefore(now) ? modified : now, false);
    }
    return now.isBefore(since) ? new WatchedFile(facts, now, done) : this; // the clock was set back
  }

  /** Whether it should be handled now. */
  boolean isReady(Duration quiet, Instant now) {
    return !done && !now.isBefore(since.plus(quiet));
  }

  WatchedFile markHandled() {
    return new WatchedFile(facts, since, true);
  }
}
