package io.millrace.engine.worker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a program as the system would, so that a missing one is reported before the start. */
final class ProgramFinder {
  private ProgramFinder() {}

  static Optional<Path> find(String program, Map<String, String> environment) {
    Stream<Path> places =
        program.contains("/")
            ? Stream.of(Path.of(program))
            : Stream.of(environment.getOrDefault("PATH", "/bin:/usr/bin").split(":"))
                .map(dir -> Path.of(dir, program));
    return places.filter(p -> Files.isRegularFile(p) && Files.isExecutable(p)).findFirst();
  }
}
