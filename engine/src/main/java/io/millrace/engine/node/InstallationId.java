package io.millrace.engine.node;

import com.typesafe.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Tells one Millrace apart from others, so that several can share what runs their work. All nodes
 * of one have the same id: that of their database.
 */
final class InstallationId {
  private InstallationId() {}

  /**
   * @param config {@code millrace}
   */
  static String of(Config config) {
    String embeddedIn = config.getString("db.embedded-in");
    return embeddedIn.isEmpty()
        ? UUID.nameUUIDFromBytes(config.getString("db.url").getBytes(StandardCharsets.UTF_8))
            .toString()
        : kept(Path.of(embeddedIn).resolve("installation-id"));
  }

  private static String kept(Path file) {
    try {
      if (!Files.exists(file)) {
        Files.writeString(file, UUID.randomUUID().toString());
      }
      return Files.readString(file).strip();
    } catch (IOException fault) {
      throw new UncheckedIOException("The file " + file + " cannot be read or made", fault);
    }
  }
}
