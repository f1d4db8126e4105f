package io.millrace.packaging;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the build has made before these tests, twice. */
final class BuiltPackages {
  static final Path ROOT = Path.of("..");
  private static final Path BUILT = Path.of("target", "built");

  private BuiltPackages() {}

  /**
   * @param time {@code once} or {@code again}
   */
  static Path tarball(String time) throws IOException {
    try (Stream<Path> files = Files.list(BUILT.resolve(time))) {
      return files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst().orElseThrow();
    }
  }

  /** Skips the test where no base image can be made. */
  static Path image(String time) {
    Path image = BUILT.resolve(time).resolve("image.tar");
    assumeTrue(Files.exists(image), "No image: it needs Linux, jlink and busybox-static");
    return image;
  }
}
