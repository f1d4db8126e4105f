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
 * The server process that the pid file of a PostgreSQL data directory names. The file survives a
 * crash, and its pid may belong to another program by then. So it is checked before use.
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

  /** Returns the running server of exactly this directory. */
  Optional<ProcessHandle> running() throws IOException {
    return readPid().flatMap(ProcessHandle::of).filter(this::servesThisDirectory);
  }

  /**
   * Ends the sessions of a server that was killed. A long query does not notice that, and
   * PostgreSQL does not start next to it.
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
   * Removes a pid file that is unreadable or whose pid belongs to another program: PostgreSQL would
   * not start. If no process has the pid, PostgreSQL itself checks further.
   */
  void forgetStale() throws IOException {
    boolean unused = readPid().filter(pid -> ProcessHandle.of(pid).isEmpty()).isPresent();
    if (!unused && running().isEmpty()) {
      Files.deleteIfExists(pidFile);
    }
  }

  private Optional<Long> readPid() throws IOException {
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
        && (Files.exists(Path.of("/proc/self/cwd")) ? worksHere(process) : namesDirectory(info));
  }

  /** A server works in its data directory. This holds even if the directory was copied or moved. */
  private boolean worksHere(ProcessHandle process) {
    try {
      return Files.isSameFile(Path.of("/proc", Long.toString(process.pid()), "cwd"), directory);
    } catch (IOException notOurs) {
      return false;
    }
  }

  private boolean namesDirectory(ProcessHandle.Info info) {
    return List.of(info.arguments().orElseGet(() -> new String[0])).contains(directory.toString());
  }
}
