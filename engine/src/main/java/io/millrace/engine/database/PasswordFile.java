package io.millrace.engine.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;

/** The random password of the embedded server, created once and readable only for its owner. */
record PasswordFile(Path path) {

  /** Writes a temporary file and moves it, so that the file always has a whole password. */
  void createIfMissing() throws IOException {
    if (Files.exists(path)) {
      return;
    }
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    // temporary files are created with mode 0600
    Path unfinished = Files.createTempFile(path.getParent(), "unfinished-", "");
    Files.writeString(
        unfinished,
        Base64.getUrlEncoder().encodeToString(random),
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.SYNC);
    Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
  }

  String read() throws IOException {
    if (Files.notExists(path)) {
      throw new IOException("the password file of the server is missing: restore " + path);
    }
    return Files.readString(path);
  }
}
