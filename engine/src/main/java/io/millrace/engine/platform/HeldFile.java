package io.millrace.engine.platform;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file that only one process can hold. When a process is killed, the operating system lets go of
 * the file, so a process that gets it knows that its last holder is gone.
 */
public final class HeldFile implements AutoCloseable {
  // Closing any channel of a file releases all locks of the process on it: never open it twice.
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private HeldFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes a file, and creates it if it is missing. Empty if somebody else holds it.
   *
   * @param file its real path, so that two names of one file count as one
   */
  public static Optional<HeldFile> take(Path file) throws IOException {
    if (!HELD.add(file)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    boolean held = false;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      held = isLocked(channel);
      return held ? Optional.of(new HeldFile(file, channel)) : Optional.empty();
    } finally {
      if (!held) {
        if (channel != null) {
          channel.close();
        }
        HELD.remove(file);
      }
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByAnotherClassLoader) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    HELD.remove(file);
  }
}
