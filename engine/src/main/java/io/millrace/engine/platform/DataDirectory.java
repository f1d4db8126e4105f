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
 * The directory where a node keeps its database, token and keys. Other users with write access
 * could replace these files, so the node does not start on such a directory.
 */
public final class DataDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);
  private static final Set<PosixFilePermission> ONLY_OWNER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OTHERS_WRITE =
      PosixFilePermissions.fromString("----w--w-");
  private static final Set<PosixFilePermission> PRIVATE_FILE =
      PosixFilePermissions.fromString("rw-------");

  /** These files give access to the node, its database and its secrets. */
  private static final List<String> PRIVATE_FILES =
      List.of("admin-token", "secret-key", "postgres.password", "database.env");

  private DataDirectory() {}

  /**
   * Checks the directory. Creates it, accessible to its owner only, if it is missing.
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
          "The data directory %s cannot be created. Set MILLRACE_DATA_DIR to a directory that the node can create (%s)"
              .formatted(directory.toAbsolutePath().normalize(), fault));
    }
  }

  /**
   * Checks who owns the directory and may write to it. If others can read a private file, it
   * removes their access and logs a warning.
   *
   * @throws IllegalStateException if other users own the directory or a private file in it, or may
   *     write to either
   */
  public static void check(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    String path = directory.toAbsolutePath().normalize().toString();
    if (isForeign(directory)) {
      throw new IllegalStateException(
          "The data directory %1$s belongs to %2$s. Give it to the node's user (chown %3$s %1$s), or set MILLRACE_DATA_DIR to a new subdirectory, which the node creates"
              .formatted(path, Files.getOwner(directory), SystemCalls.userId()));
    }
    if (isWritableByOthers(directory)) {
      throw new IllegalStateException(
          "Others may write to the data directory %1$s (%2$s). Check that nobody has changed it, then run: chmod go-w %1$s"
              .formatted(
                  path, PosixFilePermissions.toString(Files.getPosixFilePermissions(directory))));
    }
    for (String name : PRIVATE_FILES) {
      Path file = directory.resolve(name);
      if (Files.exists(file)) {
        checkPrivate(file);
      }
    }
  }

  private static void checkPrivate(Path file) throws IOException {
    if (isForeign(file) || isWritableByOthers(file)) {
      throw new IllegalStateException(
          "Others may write to %1$s. Check that its content is yours, then run: chown %2$s %1$s && chmod 600 %1$s"
              .formatted(file.toAbsolutePath().normalize(), SystemCalls.userId()));
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (!PRIVATE_FILE.containsAll(permissions)) {
      LOG.warn(
          "Others could read {} ({}). The node has removed their access. Replace its content if"
              + " somebody may have read it",
          file,
          PosixFilePermissions.toString(permissions));
      Files.setPosixFilePermissions(file, PRIVATE_FILE);
    }
  }

  private static boolean isForeign(Path path) throws IOException {
    return !Files.getAttribute(path, "unix:uid").equals((int) SystemCalls.userId());
  }

  private static boolean isWritableByOthers(Path path) throws IOException {
    Set<PosixFilePermission> permissions = new HashSet<>(Files.getPosixFilePermissions(path));
    permissions.retainAll(OTHERS_WRITE);
    return !permissions.isEmpty();
  }
}
