package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers are those of Python's hmac module. */
class WebhookSignatureTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.999Z");

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      value = {
        "a-secret-of-the-docs,{\"id\":\"x\"},"
            + "3eb36222b7eb2b9f75c8760bb9a5fcdcfc9bad362e20614cf04a24c313ffc268",
        "schlüssel-für-alle,{\"id\":\"ü\"},"
            + "7e70b980bcdb7d28bd940462cec8c69e9f9bd85214b2cc89af6cff664df7f1fb"
      })
  void itIsTheHmacOfTimeAndBody(String secret, String body, String hmac) {
    assertThat(WebhookSignature.of(secret, NOON, body.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("t=1772366400,v1=" + hmac);
  }
}
