package io.millrace.runners.container;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the address of the engine as the tools of Docker and Podman do. */
final class EngineAddress {
  private static final String UNIX = "unix://";

  private EngineAddress() {}

  /**
   * @param setting what the node's settings say; empty for nothing
   * @param environment the node's own
   */
  static Optional<String> find(String setting, Map<String, String> environment) {
    return find(setting, environment, path -> Files.exists(Path.of(path)));
  }

  static Optional<String> find(
      String setting, Map<String, String> environment, Predicate<String> exists) {
    String given = setting.isEmpty() ? environment.getOrDefault("DOCKER_HOST", "") : setting;
    if (!given.isEmpty()) {
      return Optional.of(given.startsWith("/") ? UNIX + given : given);
    }
    String own = environment.get("XDG_RUNTIME_DIR");
    return Stream.of(
            "/var/run/docker.sock",
            "/run/podman/podman.sock",
            own == null ? "" : own + "/podman/podman.sock")
        .filter(path -> !path.isEmpty() && exists.test(path))
        .map(path -> UNIX + path)
        .findFirst();
  }
}
