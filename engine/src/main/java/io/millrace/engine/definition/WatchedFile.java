package io.millrace.engine.definition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;

/**
 * A file that is looked at again and again, as the last look saw it. It is dealt with once it has
 * been quiet for a while, so that nobody reads what an editor is still writing.
 *
 * @param facts what it looked like; null before the first look
 * @param since since when it looks like that
 * @param done whether it was dealt with
 */
record WatchedFile(FileStamp facts, Instant since, boolean done) {
  static final WatchedFile NOT_SEEN = new WatchedFile(null, null, false);

  /**
   * What tells one content from another without reading it.
   *
   * @param modified null if there is no such file
   * @param key tells a file from one that was moved into its place; null if the system has none
   */
  record FileStamp(Instant modified, long size, Object key) {
    static final FileStamp MISSING = new FileStamp(null, 0, null);

    static FileStamp of(Path file) throws IOException {
      try {
        BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(seen.lastModifiedTime().toInstant(), seen.size(), seen.fileKey());
      } catch (NoSuchFileException missing) {
        return MISSING;
      }
    }
  }

  /** After one more look. At the first one the file itself says since when it is quiet. */
  WatchedFile observe(FileStamp seen, Instant now) {
    if (!seen.equals(facts)) {
      boolean asBefore = facts == null && seen.modified() != null && seen.modified().isBefore(now);
      return new WatchedFile(seen, asBefore ? seen.modified() : now, false);
    }
    return now.isBefore(since) ? new WatchedFile(facts, now, done) : this; // the clock was set back
  }

  /** Whether it is to be dealt with now. */
  boolean isReady(Duration quiet, Instant now) {
    return !done && !now.isBefore(since.plus(quiet));
  }

  WatchedFile markHandled() {
    return new WatchedFile(facts, since, true);
  }
}
