package io.millrace.engine.worker;

import io.millrace.engine.platform.DataDirectory;
import io.millrace.engine.platform.HeldFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts whose programs this node runs: one empty file each, in a folder that this process
 * holds. If the node is killed, nobody holds the folder, and the next start ends the programs.
 */
public final class ProgramLedger implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgramLedger.class);
  private static final String FOLDER = "programs";
  private static final String LOCK = ".lock";
  private static final int UID_LENGTH = 36;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final @Nullable Path folder;
  private final @Nullable HeldFile held;

  private ProgramLedger(@Nullable Path folder, @Nullable HeldFile held) {
    this.folder = folder;
    this.held = held;
  }

  /** Writes down nothing. */
  static ProgramLedger none() {
    return new ProgramLedger(null, null);
  }

  /**
   * Ends the programs of nodes that were killed on this data directory, then opens a ledger of its
   * own. If that is not possible, it logs a warning and writes down nothing.
   */
  public static ProgramLedger open(Path dataDir) {
    try {
      DataDirectory.open(dataDir);
      Path all = Files.createDirectories(dataDir.toRealPath().resolve(FOLDER));
      for (Path lock : locks(all)) {
        clear(lock);
      }
      while (true) {
        Path folder = all.resolve(UUID.randomUUID().toString());
        Path lock = all.resolve(folder.getFileName() + LOCK);
        Optional<HeldFile> held = HeldFile.take(lock);
        // A node that starts at the same moment may have just removed the new file.
        if (held.isPresent() && Files.exists(lock)) {
          return new ProgramLedger(Files.createDirectory(folder), held.get());
        }
      }
    } catch (IOException | IllegalStateException fault) {
      LOG.warn(
          "If this node is killed, its programs run on: they cannot be written down in {}",
          dataDir,
          fault);
      return none();
    }
  }

  private static List<Path> locks(Path all) throws IOException {
    try (Stream<Path> files = Files.list(all)) {
      return files.filter(file -> file.toString().endsWith(LOCK)).toList();
    }
  }

  /** Ends the programs of a node that no longer holds its lock, and removes its folder. */
  private static void clear(Path lock) throws IOException {
    Optional<HeldFile> held = HeldFile.take(lock);
    if (held.isPresent()) {
      try {
        String name = lock.getFileName().toString();
        Path folder = lock.resolveSibling(name.substring(0, name.length() - LOCK.length()));
        LeftoverPrograms.end(attempts(folder), GRACE);
        delete(folder);
        Files.deleteIfExists(lock);
      } finally {
        held.get().close();
      }
    }
  }

  private static Set<UUID> attempts(Path folder) throws IOException {
    Set<UUID> attempts = new HashSet<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.length() == UID_LENGTH)
            .forEach(name -> attempts.add(UUID.fromString(name)));
      }
    }
    return attempts;
  }

  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  /** Called before the program starts, so that no moment is left in which nobody knows of it. */
  void begin(UUID attempt) {
    if (folder != null) {
      try {
        Files.write(folder.resolve(attempt.toString()), new byte[0]);
      } catch (IOException fault) {
        LOG.warn(
            "If this node is killed now, some programs run on: {} is not writable", folder, fault);
      }
    }
  }

  /** Called when all processes of the program have ended. */
  void end(UUID attempt) {
    if (folder != null) {
      try {
        Files.deleteIfExists(folder.resolve(attempt.toString()));
      } catch (IOException fault) {
        LOG.debug("The file of attempt {} stays", attempt, fault); // the next start deletes it
      }
    }
  }

  @Override
  public void close() {
    if (held != null) {
      try {
        held.close();
      } catch (IOException fault) {
        LOG.debug("The lock of {} stays until this process ends", folder, fault);
      }
    }
  }
}
