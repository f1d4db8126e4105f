package io.millrace.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PermissionTest {
  @Test
  void theRolesAreToldInWords() {
    assertThat(Permission.READ.roles()).isEqualTo("viewer, operator or admin");
    assertThat(Permission.OPERATE.roles()).isEqualTo("operator or admin");
    assertThat(Permission.MANAGE_TOKENS.roles()).isEqualTo("admin");
  }
}
