package io.millrace.cli.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which release the program is. The build writes it. */
public final class Release {
  private Release() {}

  public static String text() {
    try (InputStream in = Release.class.getResourceAsStream("/io/millrace/cli/release.txt")) {
      if (in == null) {
        throw new IllegalStateException("release.txt is not in the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
