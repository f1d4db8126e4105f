package io.millrace.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DatabaseUrlTest {

  @Test
  void aUrlIsPrintedWithoutItsPassword() {
    assertThat(new DatabaseUrl("jdbc:postgresql://db/millrace", "me", "secret"))
        .hasToString("jdbc:postgresql://db/millrace as me");
    assertThat(new DatabaseUrl("jdbc:postgresql://db/millrace?password=secret", null, null))
        .hasToString("jdbc:postgresql://db/millrace");
  }

  @Test
  void aDatabaseThatIsNotPostgresqlIsRefused() {
    assertThatThrownBy(() -> new DatabaseUrl("jdbc:mysql://db/millrace?password=secret", "", ""))
        .hasMessageContaining("jdbc:postgresql:")
        .hasMessageNotContaining("secret");
  }
}
