package io.millrace.http;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Every route there is, once: who may use it, and what it is fuzzed with. A route that is
 * documented and not here fails a test.
 *
 * @param path with {@code {…}} for what varies
 * @param roles who may use it; empty = anybody, even without a token
 */
record Endpoint(String method, String path, Set<Role> roles) {
  private static final Set<Role> ANYBODY = Set.of();
  private static final Set<Role> READERS = Set.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN);
  private static final Set<Role> WORKERS = Set.of(Role.WORKER, Role.OPERATOR, Role.ADMIN);
  private static final Set<Role> OPERATORS = Set.of(Role.OPERATOR, Role.ADMIN);
  private static final Set<Role> ADMINS = Set.of(Role.ADMIN);

  static final List<Endpoint> ALL =
      Stream.of(
              of(ANYBODY, "GET", "/alive", "/ready", "/metrics"),
              of(READERS, "GET", "/tasks", "/tasks/{id}", "/tasks/{id}/logs"),
              of(OPERATORS, "POST", "/tasks", "/tasks/{id}/cancel"),
              of(WORKERS, "POST", "/tasks/{id}/finish"),
              of(READERS, "GET", "/sources", "/sources/{source}/collections/{collection}"),
              of(OPERATORS, "PUT", "/sources"),
              of(READERS, "GET", "/clients", "/users", "/sites", "/user-sites"),
              of(READERS, "GET", "/clients/{id}", "/users/{id}", "/sites/{id}", "/user-sites/{id}"),
              of(
                  OPERATORS,
                  "PUT",
                  "/clients/{id}",
                  "/users/{id}",
                  "/sites/{id}",
                  "/user-sites/{id}"),
              of(
                  OPERATORS,
                  "DELETE",
                  "/clients/{id}",
                  "/users/{id}",
                  "/sites/{id}",
                  "/user-sites/{id}"),
              of(READERS, "GET", "/user-sites/{id}/explain"),
              of(
                  OPERATORS,
                  "POST",
                  "/user-sites/{id}/refresh",
                  "/user-sites/{id}/mfa-required",
                  "/user-sites/{id}/migration",
                  "/user-sites/{id}/status",
                  "/import"),
              of(READERS, "GET", "/flywheel/plan", "/users/{id}/plan"),
              of(
                  OPERATORS,
                  "POST",
                  "/batch/schedule-user-refreshes",
                  "/flywheel/internal",
                  "/flywheel/internal/users/{id}"),
              of(READERS, "GET", "/notifications"),
              of(ADMINS, "GET", "/tokens"),
              of(ADMINS, "POST", "/tokens"),
              of(ADMINS, "DELETE", "/tokens/{id}"))
          .flatMap(endpoints -> endpoints)
          .toList();

  private static Stream<Endpoint> of(Set<Role> roles, String method, String... paths) {
    return Stream.of(paths).map(path -> new Endpoint(method, path, roles));
  }

  /** The path with something in the place of what varies. */
  String path(String id) {
    return path.replaceAll("\\{[^}]*}", id);
  }

  /** Method and path, whatever the varying parts are called. */
  String shape() {
    return method + " " + path("{}");
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
