package io.millrace.engine.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a node keeps its database, token and keys. Whoever else may write there could put his own
 * in their place, so the node does not start on such a directory.
 */
public final class DataDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);
  private static final Set<PosixFilePermission> ONLY_OWNER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OTHERS_WRITE =
      PosixFilePermissions.fromString("----w--w-");
  private static final Set<PosixFilePermission> PRIVATE_FILE =
      PosixFilePermissions.fromString("rw-------");

  /** What opens the node, its database and its secrets. */
  private static final List<String> PRIVATE_FILES =
      List.of("admin-token", "secret-key", "postgres.password", "database.env");

  private DataDirectory() {}

  /**
   * Makes it for its owner only if it is missing.
   *
   * @throws IllegalStateException as {@link #check} does
   */
  public static void open(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      check(directory);
    } else {
      create(directory);
    }
  }

  private static void create(Path directory) {
    try {
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(ONLY_OWNER));
    } catch (IOException fault) {
      throw new IllegalStateException(
          "The data directory %s cannot be made: set MILLRACE_DATA_DIR to one that can (%s)"
              .formatted(directory.toAbsolutePath().normalize(), fault));
    }
  }

  /**
   * A private file that others could read is closed to them, with a warning.
   *
   * @throws IllegalStateException if others own the directory or a private file in it, or may write
   *     there
   */
  public static void check(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    String shown = directory.toAbsolutePath().normalize().toString();
    if (isForeign(directory)) {
      throw new IllegalStateException(
          "The data directory %1$s belongs to %2$s: give it to the node's user (chown %3$s %1$s), or set MILLRACE_DATA_DIR to a directory in it, which the node makes"
              .formatted(shown, Files.getOwner(directory), SystemCalls.userId()));
    }
    if (isWrittenByOthers(directory)) {
      throw new IllegalStateException(
          "Others may write to the data directory %1$s (%2$s). See that nobody has, then: chmod go-w %1$s"
              .formatted(
                  shown, PosixFilePermissions.toString(Files.getPosixFilePermissions(directory))));
    }
    for (String name : PRIVATE_FILES) {
      Path file = directory.resolve(name);
      if (Files.exists(file)) {
        checkPrivate(file);
      }
    }
  }

  private static void checkPrivate(Path file) throws IOException {
    if (isForeign(file) || isWrittenByOthers(file)) {
      throw new IllegalStateException(
          "Others may write to %1$s. See that it is yours, then: chown %2$s %1$s && chmod 600 %1$s"
              .formatted(file.toAbsolutePath().normalize(), SystemCalls.userId()));
    }
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
    if (!PRIVATE_FILE.containsAll(allowed)) {
      LOG.warn(
          "{} could be read by others ({}) and is closed to them now: replace what is in it if"
              + " somebody may have",
          file,
          PosixFilePermissions.toString(allowed));
      Files.setPosixFilePermissions(file, PRIVATE_FILE);
    }
  }

  private static boolean isForeign(Path path) throws IOException {
    return !Files.getAttribute(path, "unix:uid").equals((int) SystemCalls.userId());
  }

  private static boolean isWrittenByOthers(Path path) throws IOException {
    Set<PosixFilePermission> allowed = new HashSet<>(Files.getPosixFilePermissions(path));
    allowed.retainAll(OTHERS_WRITE);
    return !allowed.isEmpty();
  }
}
