package io.millrace.http.endpoint;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a request needs, and who has it. A path that is not known here falls to the strict side, so
 * a new route is never open by mistake.
 */
public enum Permission {
  READ(Role.VIEWER, Role.OPERATOR, Role.ADMIN),
  REPORT(Role.WORKER, Role.OPERATOR, Role.ADMIN),
  OPERATE(Role.OPERATOR, Role.ADMIN),
  MANAGE_TOKENS(Role.ADMIN);

  private static final Set<String> OF_A_WORKER = Set.of("claims", "heartbeat");
  private static final Set<String> OF_A_TASK = Set.of("logs", "progress", "finish");
  private static final Set<String> OF_FLOW_CONTROL = Set.of("requests", "releases", "heartbeats");

  private final List<Role> roles;

  Permission(Role... roles) {
    this.roles = List.of(roles);
  }

  public boolean isGivenTo(Role role) {
    return roles.contains(role);
  }

  /** Such as {@code viewer, operator or admin}. */
  public String roles() {
    return roles.stream()
        .map(Role::text)
        .collect(Collectors.joining(", "))
        .replaceFirst(", (\\w+)$", " or $1");
  }

  /**
   * @param path its segments, decoded
   */
  public static Permission needed(String method, List<String> path) {
    if (!path.isEmpty() && path.get(0).equals("tokens")) {
      return MANAGE_TOKENS;
    }
    if (method.equals("GET") || method.equals("HEAD")) {
      return READ;
    }
    return method.equals("POST") && isReport(path) ? REPORT : OPERATE;
  }

  /** What whoever runs tasks, or asks for channels, does all day. */
  private static boolean isReport(List<String> path) {
    return switch (path.size()) {
      case 2 -> path.get(0).equals("flow-control") && OF_FLOW_CONTROL.contains(path.get(1));
      case 3 ->
          path.get(0).equals("workers") && OF_A_WORKER.contains(path.get(2))
              || path.get(0).equals("tasks") && OF_A_TASK.contains(path.get(2));
      default -> false;
    };
  }
}
