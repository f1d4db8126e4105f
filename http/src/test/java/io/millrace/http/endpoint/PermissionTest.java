package io.millrace.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermissionTest {
  private static Permission needed(String method, String path) {
    return Permission.needed(method, List.of(path.substring(1).split("/")));
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /workers/w/claims, REPORT",
    "POST, /workers/w/heartbeat, REPORT",
    "POST, /tasks/t/logs, REPORT",
    "POST, /tasks/t/progress, REPORT",
    "POST, /tasks/t/finish, REPORT",
    "POST, /flow-control/requests, REPORT",
    "POST, /flow-control/releases, REPORT",
    "POST, /flow-control/heartbeats, REPORT",
    "POST, /flow-control/pools, OPERATE",
    "POST, /flow-control/pools/requests, OPERATE",
    "POST, /tasks/t/cancel, OPERATE",
    "POST, /tasks/finish, OPERATE",
    "POST, /x/tasks/t/finish, OPERATE",
    "PUT, /tasks/t/finish, OPERATE",
    "DELETE, /workers/w, OPERATE",
    "GET, /workers/w/claims, READ",
    "GET, /tasks/t/logs, READ",
    "HEAD, /anything, READ",
    "GET, /anything/new, READ",
    "POST, /anything/new, OPERATE",
    "OPTIONS, /anything, OPERATE",
    "get, /anything, OPERATE",
    "GET, /tokens, MANAGE_TOKENS",
    "HEAD, /tokens/t, MANAGE_TOKENS",
    "POST, /tokens/t/finish, MANAGE_TOKENS"
  })
  void aRequestNeedsWhatItsMethodAndPathSay(String method, String path, Permission permission) {
    assertThat(needed(method, path)).isEqualTo(permission);
  }

  @Test
  void theRootIsReadLikeAnyPath() {
    assertThat(Permission.needed("GET", List.of())).isEqualTo(Permission.READ);
    assertThat(Permission.needed("POST", List.of())).isEqualTo(Permission.OPERATE);
  }

  @Test
  void theRolesAreToldInWords() {
    assertThat(Permission.READ.roles()).isEqualTo("viewer, operator or admin");
    assertThat(Permission.OPERATE.roles()).isEqualTo("operator or admin");
    assertThat(Permission.MANAGE_TOKENS.roles()).isEqualTo("admin");
  }
}
