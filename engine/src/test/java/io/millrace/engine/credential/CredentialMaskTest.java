package io.millrace.engine.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialMaskTest {

  private static Object header(String name, Object value) {
    Map<?, ?> masked = (Map<?, ?>) CredentialMask.masked(Map.of("headers", Map.of(name, value)));
    return ((Map<?, ?>) masked.get("headers")).get(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer hunter2",
        "hunter2",
        "Bearer",
        "Bearer hunter2 ${secret.BANK}",
        "${secret.BANK}hunter2",
        "hunter2${secret.BANK}",
        "Bearer hunter2-${secret.BANK}",
        "${SECRET}",
        "${secret.}",
        "$TOKEN",
        "sid=hunter2; a=${secret.A}",
        "Basic dXNlcjpodW50ZXIy"
      })
  void aCredentialInAHeaderIsHidden(String value) {
    assertThat(header("Authorization", value)).isEqualTo("***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "${secret.BANK}",
        "Bearer ${secret.BANK}",
        "ApiKey  ${secret.BANK}",
        "Basic ${secret.user}:${secret.pass}",
        "${config.prefix}${secret.BANK}",
        "sid=${secret.SID}; other=${config.other}",
        "\"${secret.BANK}\""
      })
  void aSchemeAndPlaceholdersAreShown(String value) {
    assertThat(header("Authorization", value)).isEqualTo(value);
  }

  @Test
  void aHeaderThatIsNoCredentialIsShown() {
    assertThat(header("Accept", "application/json")).isEqualTo("application/json");
    assertThat(header("X-Author", "ann")).isEqualTo("ann");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://u:hunter2@h/x | https://***@h/x",
        "https://hunter2@h | https://***@h",
        "postgres://u:hunt@er2@h:5432/db | postgres://***@h:5432/db",
        "ssh://git@h/x | ssh://git@h/x",
        "https://${secret.u}:${secret.p}@h/ | https://${secret.u}:${secret.p}@h/",
        "http://h/?a=1&token=hunter2&b=2#f | http://h/?a=1&token=***&b=2#f",
        "http://h/?api-key=hunter2 | http://h/?api-key=***",
        "http://h/?token=${secret.t} | http://h/?token=${secret.t}",
        "${config.base}/x?password=hunter2 | ${config.base}/x?password=***",
        "http://h/token/?a=b@c | http://h/token/?a=b@c",
        "http://h/#access_token=hunter2 | http://h/#access_token=***",
        "password=hunter2&user=ann | password=***&user=ann",
        "{\"user\": \"ann\", \"password\" : \"hunter2\"} | {\"user\": \"ann\", \"password\" :"
            + " \"***\"}",
        "{\"password\": \"${secret.p}\"} | {\"password\": \"${secret.p}\"}",
        "mail ann@example.com?subject=x | mail ann@example.com?subject=x"
      })
  void whatIsSecretInAnAddressIsHidden(String text, String shown) {
    assertThat(CredentialMask.maskedText(text)).isEqualTo(shown);
    assertThat(CredentialMask.masked(Map.of("url", text))).isEqualTo(Map.of("url", shown));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x --password hunter2 | x --password ***",
        "x --password=hunter2 | x --password=***",
        "x PASSWORD=hunter2 | x PASSWORD=***",
        "x Authorization:hunter2 | x Authorization:***",
        "x --token-file /run/token | x --token-file /run/token",
        "x --token -v | x --token -v",
        "x --token $TOKEN | x --token $TOKEN",
        "x --user ann | x --user ann",
        "curl -u ann:hunter2 | curl -u ann:***",
        "curl --user ann:$PASS | curl --user ann:$PASS",
        "curl https://u:hunter2@h/ | curl https://***@h/"
      })
  void whatIsSecretAmongArgumentsIsHidden(String arguments, String shown) {
    assertThat(CredentialMask.masked(List.of(arguments.split(" "))))
        .isEqualTo(List.of(shown.split(" ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "curl -H 'Authorization: Bearer hunter2' http://h | curl -H 'Authorization: ***' http://h",
        "PASSWORD=hunter2 ./x; TOKEN=hunter2 ./y | PASSWORD=*** ./x; TOKEN=*** ./y",
        "x \"X-Api-Key: hunter2\" | x \"X-Api-Key: ***\"",
        "curl -H \"Authorization: Bearer $MILLRACE_SECRET_X\" | curl -H \"Authorization: Bearer"
            + " $MILLRACE_SECRET_X\"",
        "TOKEN=$(cat f) ./x | TOKEN=$(cat f) ./x",
        "echo the token is here | echo the token is here"
      })
  void whatIsSecretInALineForAShellIsHidden(String line, String shown) {
    assertThat(CredentialMask.masked(List.of("sh", "-c", " " + line)))
        .isEqualTo(List.of("sh", "-c", " " + shown));
  }

  @Test
  void fieldsOfABodyAreLookedAtByTheirNamesAtAnyDepth() {
    Map<String, Object> body =
        Map.of(
            "password",
            "hunter2",
            "pass",
            12345,
            "api_key",
            12345,
            "max_tokens",
            500,
            "secret",
            true,
            "deep",
            List.of(Map.of("client_secret", "hunter2", "name", "ann")),
            "tokens",
            List.of("hunter2", "${secret.x}"));
    assertThat(CredentialMask.masked(body))
        .isEqualTo(
            Map.of(
                "password",
                "***",
                "pass",
                12345,
                "api_key",
                "***",
                "max_tokens",
                500,
                "secret",
                true,
                "deep",
                List.of(Map.of("client_secret", "***", "name", "ann")),
                "tokens",
                List.of("***", "${secret.x}")));
  }

  @Test
  void theKindOfARunIsNoFieldOfIt() {
    assertThat(CredentialMask.maskedRun(Map.of("token-runner", List.of("a", "b"))))
        .isEqualTo(Map.of("token-runner", List.of("a", "b")));
    assertThat(CredentialMask.maskedRun(Map.of("http", Map.of("token", "hunter2"))))
        .isEqualTo(Map.of("http", Map.of("token", "***")));
  }

  @Test
  void eachIsFoundWithItsFieldAndNeverTold() {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("url", "http://h/?token=hunter2");
    config.put("headers", Map.of("X-Api-Key", "hunter2"));
    config.put("body", List.of("x", Map.of("password", "Bearer ***")));
    List<Credential> found = CredentialMask.find(config, "run.http");
    assertThat(found)
        .extracting(it -> it.field() + " " + it.name() + " " + it.whole() + " " + it.isMasked())
        .containsExactly(
            "run.http.body[1].password password true true",
            "run.http.headers.X-Api-Key X-Api-Key true false",
            "run.http.url token false false");
    assertThat(found.toString()).doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource({
    "steps[0].run.http.headers.Cookie, hunter2, ***",
    "site.run.pull.body.tokens[3], hunter2, ***",
    "run.http.url, http://h/?token=hunter2, http://h/?token=***",
    "taskToken, hunter2, hunter2",
    "sources.run, hunter2, hunter2",
    "callbackUrl, http://u:hunter2@h/, http://***@h/"
  })
  void aValueThatIsRefusedIsToldWithoutCredentials(String field, String value, String told) {
    assertThat(CredentialMask.maskedIn(field, value)).isEqualTo(told);
  }

  /** Such a text must not cost a deep stack, nor the square of its length. */
  @ParameterizedTest
  @ValueSource(
      strings = {"${secret.a} ", "a.", "a://", "http://a", "?a=", "x=", " a=", "a:b@", "Bearer "})
  void aLongTextIsLookedAtAsWell(String part) {
    String text = part.repeat(200_000 / part.length());
    assertThat(header("Authorization", text)).isEqualTo("***");
    assertThat(CredentialMask.masked(List.of(text, "--token", text))).isInstanceOf(ArrayList.class);
    assertThat(CredentialMask.masked(Map.of(text, "x"))).isInstanceOf(Map.class);
  }
}
