package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.Owner.ExternalOwner;
import io.millrace.engine.task.Owner.TokenOwner;
import io.millrace.engine.task.Owner.UserSiteOwner;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnerTest {
  private static final Map<String, Owner> STORED =
      Map.of(
          "demo/accounts", new UserSiteOwner("demo", "accounts"),
          "external.bank/us-1", new UserSiteOwner("external.bank", "us-1"),
          "token/x", new UserSiteOwner("token", "x"),
          "token:12/load/2026-03-01T00:00:00Z",
              new TokenOwner(12, "load", Instant.parse("2026-03-01T00:00:00Z")),
          "token:7/a.b/2026-03-01T00:00:00.001Z",
              new TokenOwner(7, "a.b", Instant.parse("2026-03-01T00:00:00.001Z")),
          "external/TDR_7", new ExternalOwner("TDR_7"),
          "external/with a space/and more", new ExternalOwner("with a space/and more"));

  @Test
  void everyStoredTextIsReadAndWrittenTheSame() {
    STORED.forEach(
        (text, owner) -> {
          assertThat(Owner.parse(text)).isEqualTo(owner);
          assertThat(owner.text()).isEqualTo(text);
        });
  }

  @Test
  void eachKindIsMatchedByItsOwnFunction() {
    STORED
        .values()
        .forEach(
            owner ->
                assertThat(
                        owner.<Class<?>>match(
                            userSite -> UserSiteOwner.class,
                            token -> TokenOwner.class,
                            external -> ExternalOwner.class))
                    .isEqualTo(owner.getClass()));
  }

  @Test
  void aTextWithoutASlashIsRefused() {
    assertThatThrownBy(() -> Owner.parse("demo")).isInstanceOf(InvalidInputException.class);
  }
}
