package io.millrace.engine.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Held while a node uses its data directory: no second one may start a server on the same files.
 */
final class DataDirectoryLock implements AutoCloseable {
  // A process that closes any channel of a file loses its locks on that file: never open it twice.
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DataDirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @param dataDir its real path, so that a directory with two names is one directory
   */
  static DataDirectoryLock take(Path dataDir) throws IOException {
    Path file = dataDir.resolve("lock");
    if (!HELD.add(file)) {
      throw inUse(dataDir);
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        throw inUse(dataDir);
      }
      return new DataDirectoryLock(file, channel);
    } catch (IOException | RuntimeException e) {
      HELD.remove(file);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByAnotherClassLoader) {
      return false;
    }
  }

  /**
   * Closing the channel is what unlocks; the operating system does it for a node that was killed.
   */
  @Override
  public void close() throws IOException {
    channel.close();
    HELD.remove(file);
  }

  private static IllegalStateException inUse(Path dataDir) {
    return new IllegalStateException(
        "The data directory "
            + dataDir
            + " is in use by another Millrace node. Stop that node, or set MILLRACE_DATA_DIR to"
            + " give this one a directory of its own.");
  }
}
