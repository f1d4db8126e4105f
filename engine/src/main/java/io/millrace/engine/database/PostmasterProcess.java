package io.millrace.engine.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The server process that a PostgreSQL data directory names in its pid file. The file outlives a
 * crash, and its number may by now be another program's: it is believed only after a check.
 */
final class PostmasterProcess {
  private final Path directory;
  private final Path pidFile;

  /**
   * @param directory its real path
   */
  PostmasterProcess(Path directory) {
    this.directory = directory;
    this.pidFile = directory.resolve("postmaster.pid");
  }

  /** The live server of this very directory. */
  Optional<ProcessHandle> running() throws IOException {
    return noted().flatMap(ProcessHandle::of).filter(this::servesThisDirectory);
  }

  /**
   * Ends the sessions of a server that was itself killed: a long query does not notice that, and
   * PostgreSQL does not start beside it.
   */
  void endOrphans() throws IOException {
    if (running().isEmpty()) {
      List<ProcessHandle> orphans =
          ProcessHandle.allProcesses().filter(this::servesThisDirectory).toList();
      orphans.forEach(ProcessHandle::destroy);
      orphans.forEach(orphan -> orphan.onExit().orTimeout(30, TimeUnit.SECONDS).join());
    }
  }

  /**
   * Removes a pid file whose number is by now another program's, or which cannot be read:
   * PostgreSQL would not start. If the number is free, PostgreSQL itself checks further.
   */
  void forgetStale() throws IOException {
    boolean free = noted().filter(pid -> ProcessHandle.of(pid).isEmpty()).isPresent();
    if (!free && running().isEmpty()) {
      Files.deleteIfExists(pidFile);
    }
  }

  private Optional<Long> noted() throws IOException {
    try (Stream<String> lines = Files.lines(pidFile)) {
      return lines.findFirst().filter(pid -> pid.matches("\\d{1,9}")).map(Long::valueOf);
    } catch (NoSuchFileException noServer) {
      return Optional.empty();
    }
  }

  private boolean servesThisDirectory(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    boolean isPostgres =
        info.command().filter(path -> path.matches(".*/postgres( \\(deleted\\))?")).isPresent();
    return isPostgres
        && (Files.exists(Path.of("/proc/self/cwd")) ? worksHere(process) : namesIt(info));
  }

  /** A server works in its data directory: exact even after a copy or a move of the directory. */
  private boolean worksHere(ProcessHandle process) {
    try {
      return Files.isSameFile(Path.of("/proc", Long.toString(process.pid()), "cwd"), directory);
    } catch (IOException notOurs) {
      return false;
    }
  }

  private boolean namesIt(ProcessHandle.Info info) {
    return List.of(info.arguments().orElseGet(() -> new String[0])).contains(directory.toString());
  }
}
