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
import org.jspecify.annotations.Nullable;

/**
 * The key that encrypts the values: the configured one, or the one in the data directory, which is
 * created when it is first needed. A node without values needs no such file.
 */
public final class VaultKey {
  static final String ENVIRONMENT = "MILLRACE_SECRET_KEY";
  private static final int BYTES = 32;
  private static final int MAX_FILE_BYTES = 1_000;

  private final Path dataDir;
  private final Path file;
  private byte @Nullable [] key;

  private VaultKey(Path dataDir, byte @Nullable [] key) {
    this.dataDir = dataDir;
    this.file = dataDir.resolve("secret-key");
    this.key = key;
  }

  /**
   * @param configured base64, from the environment or the settings; empty if there is none
   */
  public static VaultKey of(Path dataDir, String configured) {
    return new VaultKey(dataDir, configured.isBlank() ? null : decoded(configured, ENVIRONMENT));
  }

  /** Says where an operator finds the key. */
  String where() {
    return ENVIRONMENT + " or the file " + file.toAbsolutePath().normalize();
  }

  /**
   * @throws VaultException if there is no key and none can be created
   */
  synchronized byte[] bytes() {
    if (key == null) {
      try {
        DataDirectory.open(dataDir.toAbsolutePath());
        key = decoded(readOrCreate(), file.toString());
      } catch (IOException | IllegalArgumentException | IllegalStateException fault) {
        throw new VaultException(
            "The key of the secrets cannot be read from %s or stored there (%s). Fix that, or set %s"
                .formatted(file, fault.getMessage(), ENVIRONMENT),
            fault);
      }
    }
    return key.clone();
  }

  /** Uses a lock, so that nodes that share the directory do not create a key each. */
  private String readOrCreate() throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.lock(); // until the channel is closed; closing another channel would release it
      ByteBuffer stored = ByteBuffer.allocate(MAX_FILE_BYTES);
      if (channel.read(stored, 0) > 0) {
        return new String(stored.array(), 0, stored.position(), StandardCharsets.US_ASCII);
      }
      String created = generate();
      channel.write(ByteBuffer.wrap((created + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
      channel.force(true);
      return created;
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
          where + " must be 32 bytes in base64, as from \"openssl rand -base64 32\"");
    }
    return key;
  }
}
