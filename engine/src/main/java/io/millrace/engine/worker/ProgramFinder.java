package io.millrace.engine.worker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds a program as the system would, so that a missing one is reported before the start.
 *
 * @param workdir where paths begin that are not absolute; empty for the node's own directory
 */
record ProgramFinder(Map<String, String> environment, Optional<Path> workdir) {

  Optional<Path> find(String program) {
    Stream<Path> places =
        program.contains("/")
            ? Stream.of(Path.of(program))
            : Stream.of(environment.getOrDefault("PATH", "/bin:/usr/bin").split(":"))
                .map(dir -> Path.of(dir, program));
    return places
        .map(path -> workdir.map(dir -> dir.resolve(path)).orElse(path))
        .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
        .findFirst();
  }
}
