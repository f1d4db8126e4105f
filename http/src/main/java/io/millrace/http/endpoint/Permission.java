package io.millrace.http.endpoint;

import java.util.List;
import java.util.stream.Collectors;

/** What an endpoint needs, and the roles that have it. */
public enum Permission {
  READ(Role.VIEWER, Role.OPERATOR, Role.ADMIN),
  REPORT(Role.WORKER, Role.OPERATOR, Role.ADMIN),
  OPERATE(Role.OPERATOR, Role.ADMIN),
  MANAGE_TOKENS(Role.ADMIN),
  /** No token is needed, so the gate does not ask for it. */
  OPEN();

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
}
