package io.millrace.engine.database;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.FileUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of PostgreSQL, unpacked once from their Maven package.
 *
 * <p>Zonky finds the archive for this machine. The rest is done here, because Zonky's own server is
 * made for tests: it turns fsync off, trusts every local user, and never repairs a partial
 * unpacking.
 */
final class PostgresBinaries {
  private static final Logger log = LoggerFactory.getLogger(PostgresBinaries.class);

  private final Path home;

  private PostgresBinaries(Path home) {
    this.home = home;
  }

  /**
   * @param directory must hold nothing else: files of another version are deleted
   */
  static PostgresBinaries unpackedIn(Path directory) throws IOException {
    byte[] archive = archive();
    Path home = directory.resolve(name(archive));
    if (Files.notExists(home)) {
      log.info("Unpacking PostgreSQL into {} (only at the first start)", home);
      FileUtils.deleteDirectory(directory.toFile());
      Path unfinished = Files.createDirectories(directory).resolve("unfinished");
      unpack(archive, unfinished);
      Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    }
    return new PostgresBinaries(home);
  }

  /** Returns a different name for each version. A checksum is enough, and costs little. */
  private static String name(byte[] archive) {
    CRC32C checksum = new CRC32C();
    checksum.update(archive);
    return "%08x-%d".formatted(checksum.getValue(), archive.length);
  }

  /** Runs a program to its end. If it fails, the exception has its whole output. */
  void run(String program, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(asNotRoot());
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // All programs of this user can read the environment of the server, so it gets no settings.
    builder.environment().keySet().removeIf(name -> name.startsWith("MILLRACE_"));
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(program + " failed: " + output.strip());
      }
      log.trace("{}: {}", program, output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for " + program, e);
    }
  }

  /** PostgreSQL refuses to run as root. In its own user namespace, root is another user. */
  private static List<String> asNotRoot() {
    if (LinuxUtils.isUnshareAvailable()) {
      return List.of("unshare", "-U");
    }
    if ("root".equals(System.getProperty("user.name"))) {
      throw new IllegalStateException(
          "The embedded PostgreSQL cannot run as root here. Run Millrace as another user, or set"
              + " MILLRACE_DB_URL to use a database of your own.");
    }
    return List.of();
  }

  private static byte[] archive() throws IOException {
    String system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : "Linux";
    try (InputStream packed =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, System.getProperty("os.arch"))) {
      return packed.readAllBytes();
    }
  }

  private static void unpack(byte[] archive, Path target) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path file = entry.resolveIn(target);
        Files.createDirectories(file.getParent());
        if (entry.isDirectory()) {
          Files.createDirectories(file);
        } else if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else {
          Files.copy(tar, file);
          file.toFile().setExecutable((entry.getMode() & 0100) != 0);
        }
      }
    }
  }
}
