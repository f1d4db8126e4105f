package io.millrace.engine.database;

import io.millrace.engine.platform.HeldFile;
import java.io.IOException;
import java.nio.file.Path;

/** A lock that a node holds on its data directory, so that no second server uses the same files. */
record DataDirectoryLock(HeldFile file) implements AutoCloseable {

  /**
   * @param dataDir its real path, so that two names of one directory count as one
   */
  static DataDirectoryLock take(Path dataDir) throws IOException {
    return new DataDirectoryLock(
        HeldFile.take(dataDir.resolve("lock")).orElseThrow(() -> inUse(dataDir)));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static IllegalStateException inUse(Path dataDir) {
    return new IllegalStateException(
        "The data directory "
            + dataDir
            + " is in use by another Millrace node. Stop that node, or set MILLRACE_DATA_DIR to"
            + " give this node its own directory.");
  }
}
