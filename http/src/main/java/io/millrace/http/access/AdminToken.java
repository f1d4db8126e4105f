package io.millrace.http.access;

import io.millrace.engine.platform.DataDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The token a node is given, or makes, at its start. It always opens this node, whatever the
 * database says, so an admin cannot lock everybody out.
 *
 * @param keptIn which environment or file, so that its next value takes its place
 */
public record AdminToken(String secret, String name, String keptIn) {
  static final String ENVIRONMENT = "MILLRACE_ADMIN_TOKEN";
  private static final int LEAST_LENGTH = 16;

  /**
   * The one from the environment, else the one kept in the data directory, else a new one.
   *
   * @param given from the environment; empty if none is
   */
  public static AdminToken of(Path dataDir, String given) throws IOException {
    if (given.isEmpty()) {
      Path file = file(dataDir);
      return new AdminToken(
          readOrCreate(dataDir, file),
          "data directory",
          file.toAbsolutePath().normalize() + " on " + host());
    }
    if (given.length() < LEAST_LENGTH) {
      throw new IllegalArgumentException(
          ENVIRONMENT + " must have at least " + LEAST_LENGTH + " characters");
    }
    return new AdminToken(given, ENVIRONMENT, ENVIRONMENT);
  }

  public static Path file(Path dataDir) {
    return dataDir.resolve("admin-token");
  }

  private static String readOrCreate(Path dataDir, Path file) throws IOException {
    String kept = Files.exists(file) ? read(file) : "";
    if (kept.isEmpty()) {
      return create(dataDir, file);
    }
    if (kept.length() < LEAST_LENGTH) {
      throw new IllegalArgumentException(
          file + " must have at least " + LEAST_LENGTH + " characters; without it, one is made");
    }
    return kept;
  }

  /**
   * A fault of the system may not name the file: a directory in its place is only "a directory".
   */
  private static String read(Path file) throws IOException {
    try {
      return Files.readString(file).strip();
    } catch (IOException fault) {
      throw new IOException(file + " cannot be read: " + fault.getMessage());
    }
  }

  /** The file is there as a whole or not at all, also if the node is killed meanwhile. */
  private static String create(Path dataDir, Path file) throws IOException {
    String token = AccessTokenSecret.make();
    DataDirectory.open(dataDir);
    Path written = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(written);
    Files.createFile(
        written,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(written, token + "\n", StandardOpenOption.WRITE);
    Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return token;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "this host";
    }
  }

  /** Never shown, not even by mistake. */
  @Override
  public String toString() {
    return name;
  }
}
