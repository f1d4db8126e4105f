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

/** One PostgreSQL data directory and the server on it. Whoever calls holds the directory's lock. */
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
   * Makes the database files beside their place and moves them there, so that a crash half-way
   * leaves nothing that looks like a database. Every access needs the password.
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
            // the same order of texts on every machine, whatever its locale and C library
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8"));
    Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Starts on a free port, which it returns. Waits for crash recovery, if there is any. */
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
        log.info("Port {} was taken by another program, trying the next", port);
      }
    }
  }

  private IOException withReason(IOException failed) throws IOException {
    String said = Files.exists(startLog()) ? Files.readString(startLog()) : "";
    return new IOException(failed.getMessage() + "\n" + said + "More may be in " + logs(), failed);
  }

  Optional<ProcessHandle> running() throws IOException {
    return postmaster.running();
  }

  /** On the port that it had, which is where its pools look for it. */
  void startAgain() throws IOException {
    stopLeftover();
    Files.deleteIfExists(startLog());
    try {
      pgCtl("start", "--timeout=300", "--log=" + startLog());
    } catch (IOException e) {
      throw withReason(e);
    }
  }

  /** As if the machine had lost power, and had it again: on the same port, after crash recovery. */
  void crashAndStart() throws IOException {
    pgCtl("restart", "--timeout=300", "--mode=immediate", "--log=" + startLog());
  }

  /** Ends all sessions, checkpoints and stops. If that is slow it is aborted: nothing is lost. */
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

  /** A killed node leaves its server running: stops that one, and no other. */
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
