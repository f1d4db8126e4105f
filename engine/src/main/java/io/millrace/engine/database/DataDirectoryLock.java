package io.millrace.engine.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A lock that a node holds on its data directory, so that no second server uses the same files. */
final class DataDirectoryLock implements AutoCloseable {
  // Closing any channel of a file releases all locks of the process on it: never open it twice.
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DataDirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @param dataDir its real path, so that two names of one directory count as one
   */
  static DataDirectoryLock take(Path dataDir) throws IOException {
    Path file = dataDir.resolve("lock");
    if (!HELD.add(file)) {
      throw inUse(dataDir);
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!tryLock(channel)) {
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

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByAnotherClassLoader) {
      return false;
    }
  }

  /** Closing the channel unlocks the file. For a killed node, the operating system does it. */
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
            + " give this node its own directory.");
  }
}
