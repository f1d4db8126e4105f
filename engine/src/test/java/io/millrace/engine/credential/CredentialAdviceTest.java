package io.millrace.engine.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialAdviceTest {
  private final CredentialAdvice advice = new CredentialAdvice();

  private static Credential whole(String name, String value) {
    return new Credential("run.http.headers." + name, name, true, value);
  }

  private String reason(Credential found, String kind, String... owners) {
    advice.add(found, kind, "p", owners);
    List<CredentialWarning> warnings = advice.warnings();
    return warnings.get(warnings.size() - 1).reason();
  }

  @ParameterizedTest
  @CsvSource({
    "Bearer hunter2, Bearer ${secret.bank-x-key}",
    "basic hunter2, basic ${secret.bank-x-key}",
    "hunter2, ${secret.bank-x-key}",
    "hunter2 and more, ${secret.bank-x-key}",
    "Bearer, ${secret.bank-x-key}"
  })
  void theBetterWayKeepsTheSchemeAndNothingElse(String value, String better) {
    String reason = reason(whole("X-Key", value), "http", "bank");
    assertThat(reason).contains("\"" + better + "\"").doesNotContain("hunter2");
  }

  @Test
  void twoCredentialsGetTwoNamesAndOneCredentialOne() {
    assertThat(reason(whole("X-Key", "one"), "http", "a", "b")).contains("/a-x-key)");
    assertThat(reason(whole("X-Key", "one"), "http", "a", "c")).contains("/a-x-key)");
    assertThat(reason(whole("X-Key", "two"), "http", "a", "b")).contains("/a-b-x-key)");
    assertThat(reason(whole("X-Key", "three"), "http", "a", "b")).contains("/a-b-x-key-2)");
    assertThat(reason(whole("X-Key", "four"), "http", "a", "b")).contains("/a-b-x-key-3)");
    assertThat(reason(whole("X-Key", "four"), "http", "a", "b")).contains("/a-b-x-key-3)");
  }

  @Test
  void aNameIsOneThatASecretMayHave() {
    String reason = reason(whole("X-Key", "v"), "pull", "é my (long) job".repeat(50));
    assertThat(reason.replaceFirst(".*/secrets/([^)]*)\\).*", "$1"))
        .matches("[A-Za-z0-9._-]{1,100}");
    assertThat(reason).contains("name it in secrets");
  }

  @Test
  void thereIsAnEndToWarnings() {
    for (int i = 0; i < 1_003; i++) {
      advice.add(whole("X-Key", "v" + i), "http", "p", "bank");
    }
    assertThat(advice.warnings())
        .hasSize(1_001)
        .last()
        .isEqualTo(new CredentialWarning("document", "has 3 more credentials"));
  }
}
