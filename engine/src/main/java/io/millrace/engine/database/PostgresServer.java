package io.millrace.engine.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.io.FileUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL data directory and its server. The caller holds the lock of the directory. */
final class PostgresServer {
  private static final Logger log = LoggerFactory.getLogger(PostgresServer.class);
  private static final int PORT_ATTEMPTS = 3;

  private final PostgresBinaries binaries;
  private final Path directory;
  private final PostmasterProcess postmaster;

  PostgresServer(PostgresBinaries binaries, Path directory) {
    this.binaries = binaries;
    this.directory = directory;
    this.postmaster = new PostmasterProcess(directory);
  }

  /**
   * Creates the database files in a temporary place and moves them, so that a crash leaves no
   * partial database. Every access needs the password.
   */
  void initialise(Path passwordFile) throws IOException {
    try (DirectoryStream<Path> unfinished =
        Files.newDirectoryStream(directory.getParent(), "unfinished-*")) {
      unfinished.forEach(path -> FileUtils.deleteQuietly(path.toFile()));
    }
    Path unfinished = Files.createTempDirectory(directory.getParent(), "unfinished-");
    binaries.run(
        "initdb",
        List.of(
            "--pgdata=" + unfinished,
            "--username=postgres",
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--set=scram_iterations=1",
            "--encoding=UTF8",
            // texts sort the same on every machine, whatever its locale and C library
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8"));
    Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Starts on a free port and returns the port. Waits for crash recovery, if there is any. */
  int start(Map<String, String> overrides) throws IOException {
    for (int attempt = 1; ; attempt++) {
      int port = freePort();
      PostgresSettings.write(directory.resolve("postgresql.conf"), port, overrides);
      Files.deleteIfExists(startLog());
      try {
        pgCtl("start", "--timeout=300", "--log=" + startLog());
        return port;
      } catch (IOException e) {
        if (attempt == PORT_ATTEMPTS || isFree(port)) {
          throw withReason(e);
        }
        log.info("Port {} was taken by another program, trying another one", port, e);
      }
    }
  }

  private IOException withReason(IOException failed) throws IOException {
    String output = Files.exists(startLog()) ? Files.readString(startLog()) : "";
    return new IOException(
        failed.getMessage() + "\n" + output + "More may be in " + logs(), failed);
  }

  Optional<ProcessHandle> running() throws IOException {
    return postmaster.running();
  }

  /** Starts on the previous port, which the connection pools use. */
  void startAgain() throws IOException {
    stopLeftover();
    Files.deleteIfExists(startLog());
    try {
      pgCtl("start", "--timeout=300", "--log=" + startLog());
    } catch (IOException e) {
      throw withReason(e);
    }
  }

  /** Simulates a power failure: ends at once and starts on the same port, with crash recovery. */
  void crashAndStart() throws IOException {
    pgCtl("restart", "--timeout=300", "--mode=immediate", "--log=" + startLog());
  }

  /**
   * Ends all sessions, writes a checkpoint and stops. If that is slow, it aborts; no data is lost.
   */
  void stop() throws IOException {
    for (String mode : List.of("fast", "immediate")) {
      if (postmaster.running().isEmpty()) {
        return;
      }
      try {
        pgCtl("stop", "--timeout=60", "--mode=" + mode);
      } catch (IOException e) {
        log.warn("PostgreSQL did not stop when asked for a {} shutdown", mode, e);
      }
    }
    Optional<ProcessHandle> stuck = postmaster.running();
    if (stuck.isPresent()) {
      throw new IOException("PostgreSQL, process " + stuck.get().pid() + ", does not stop");
    }
  }

  /** Stops a server that a killed node of this directory left running. */
  void stopLeftover() throws IOException {
    Optional<ProcessHandle> leftover = postmaster.running();
    if (leftover.isPresent()) {
      log.info("Stopping PostgreSQL, process {}, left by a killed node", leftover.get().pid());
      stop();
    }
    postmaster.endOrphans();
    postmaster.forgetStale();
  }

  private void pgCtl(String action, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(action, "--wait", "--pgdata=" + directory));
    arguments.addAll(List.of(options));
    binaries.run("pg_ctl", arguments);
  }

  private Path startLog() {
    return directory.resolve("start.log");
  }

  private Path logs() {
    return directory.resolve("log");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
