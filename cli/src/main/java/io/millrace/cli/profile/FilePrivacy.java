package io.millrace.cli.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Who may read a file. */
final class FilePrivacy {
  private FilePrivacy() {}

  /** Whether somebody else than its owner may. */
  static boolean othersMayRead(Path file) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      return permissions.contains(PosixFilePermission.GROUP_READ)
          || permissions.contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }

  /** Whether it belongs to the user of this process. */
  static boolean isOwn(Path file) {
    try {
      return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }
}
