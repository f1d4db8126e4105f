package io.millrace.engine.project;

import io.millrace.engine.platform.DataDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * The key of the values: the one that is given, else the one in the data directory, which is made
 * when it is needed first. A node that keeps no values needs no such file.
 */
public final class VaultKey {
  static final String ENVIRONMENT = "MILLRACE_SECRET_KEY";
  private static final int BYTES = 32;
  private static final int LONGEST = 1_000;

  private final Path file;
  private byte[] key;

  private VaultKey(Path file, byte[] key) {
    this.file = file;
    this.key = key;
  }

  /**
   * @param given base64, from the environment or the settings; empty if none is
   */
  public static VaultKey of(Path dataDir, String given) {
    Path file = dataDir.resolve("secret-key");
    return new VaultKey(file, given.isBlank() ? null : decoded(given, ENVIRONMENT));
  }

  /** Where whoever has to mend it will find it. */
  String where() {
    return ENVIRONMENT + " or the file " + file.toAbsolutePath().normalize();
  }

  /**
   * @throws VaultException if there is none and none can be made
   */
  synchronized byte[] bytes() {
    if (key == null) {
      try {
        DataDirectory.open(file.toAbsolutePath().getParent());
        key = decoded(readOrCreate(), file.toString());
      } catch (IOException | IllegalArgumentException | IllegalStateException fault) {
        throw new VaultException(
            "The key of the secrets cannot be read from %s, or kept there (%s): mend that, or set %s"
                .formatted(file, fault.getMessage(), ENVIRONMENT),
            fault);
      }
    }
    return key.clone();
  }

  /** Under a lock: nodes that share the directory must not make a key each. */
  private String readOrCreate() throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.lock(); // until it is closed; reading through another one would give it up
      ByteBuffer kept = ByteBuffer.allocate(LONGEST);
      if (channel.read(kept, 0) > 0) {
        return new String(kept.array(), 0, kept.position(), StandardCharsets.US_ASCII);
      }
      String made = generate();
      channel.write(ByteBuffer.wrap((made + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
      channel.force(true);
      return made;
    }
  }

  private static String generate() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getEncoder().encodeToString(random);
  }

  private static byte[] decoded(String text, String where) {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(text.strip());
    } catch (IllegalArgumentException notBase64) {
      key = new byte[0];
    }
    if (key.length != BYTES) {
      throw new IllegalArgumentException(
          where + " must be 32 bytes in base64, as \"openssl rand -base64 32\" makes them");
    }
    return key;
  }
}
