package io.millrace.engine.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;

/** The embedded server's password: made once, at random, for its owner's eyes only. */
record PasswordFile(Path path) {

  /** Written aside and moved: whoever finds the file finds a whole password in it. */
  void createIfMissing() throws IOException {
    if (Files.exists(path)) {
      return;
    }
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    // a temporary file is made with mode 0600
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
      throw new IOException("the password of its server is missing: restore " + path);
    }
    return Files.readString(path);
  }
}
