package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.outbound.OutboundKit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpConfigTest {
  private static final String URL = "https://service.example/run";

  @Test
  void aUrlIsEnough() {
    assertThat(check(Map.of("url", URL))).isEmpty();
    assertThat(check(Map.of("url", URL, "headers", Map.of("X-A", "b"), "body", 5))).isEmpty();
  }

  @Test
  void aUrlIsNeeded() {
    assertThat(check(Map.of()))
        .containsExactly(
            new FieldError("run.http.url", null, "must be a string: the address to post to"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "service", "/run", "ftp://service.example/", "http://", "http:/x", "a b"})
  void theUrlMustBeAFullHttpAddress(String url) {
    assertThat(check(Map.of("url", url)))
        .singleElement()
        .satisfies(e -> assertThat(e.field()).isEqualTo("run.http.url"))
        .satisfies(e -> assertThat(e.value()).isEqualTo(url))
        .satisfies(e -> assertThat(e.reason()).startsWith("must be a full http or https address"));
  }

  @Test
  void aPasswordInTheUrlWouldNotBeSentAndIsRefused() {
    assertThat(fields(Map.of("url", "http://me:secret@service.example/")))
        .containsExactly("run.http.url");
  }

  @Test
  void anUnknownFieldIsRefused() {
    assertThat(check(Map.of("url", URL, "method", "GET")))
        .containsExactly(
            new FieldError(
                "run.http.method",
                "GET",
                "unknown field: the known fields are url, headers, body"));
  }

  @Test
  void headersMustBeNamesWithStrings() {
    assertThat(fields(Map.of("url", URL, "headers", List.of("a"))))
        .containsExactly("run.http.headers");
    assertThat(fields(Map.of("url", URL, "headers", Map.of("X-N", 5))))
        .containsExactly("run.http.headers.X-N");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "Content-Length",
        "transfer-encoding",
        "Connection",
        "Upgrade",
        "Expect",
        "Trailer",
        "TE",
        "Keep-Alive",
        "Proxy-Authorization",
        "proxy-connection"
      })
  void aHeaderThatSaysHowTheRequestIsSentIsRefusedByItsName(String name) {
    assertThat(check(Map.of("url", URL, "headers", Map.of(name, "x"))))
        .containsExactly(
            new FieldError(
                "run.http.headers." + name,
                null,
                "is set by Millrace: it controls how the request is sent"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest",
        "http://[fe80::1]/",
        "http://0.0.0.0:${config.p}/"
      })
  void anAddressThatIsClosedIsRefusedAndTheSettingIsNamed(String url) {
    assertThat(check(Map.of("url", url)))
        .singleElement()
        .satisfies(e -> assertThat(e.field()).isEqualTo("run.http.url"))
        .satisfies(e -> assertThat(e.reason()).contains("millrace.outbound.allow"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host", "content-length", "a b", "", "idempotency-key"})
  void aHeaderThatCannotBeSentIsRefused(String name) {
    assertThat(fields(Map.of("url", URL, "headers", Map.of(name, "x"))))
        .containsExactly("run.http.headers." + name);
  }

  @Test
  void aHeadersValueIsNotRepeatedForItMayBeASecret() {
    Map<String, Object> headers = Map.of("Authorization", "Bearer abc\n");

    assertThat(check(Map.of("url", URL, "headers", headers)).toString()).doesNotContain("abc");
  }

  private static List<FieldError> check(Map<String, Object> config) {
    return new HttpRunner(OutboundKit.TO_LOOPBACK).check(config, "run.http");
  }

  private static List<String> fields(Map<String, Object> config) {
    return check(config).stream().map(FieldError::field).toList();
  }
}
