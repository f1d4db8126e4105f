package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.clock.Backoff;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.WebhookDelivery.DeliveryEnd;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookDeliveryTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final WebhookSettings SETTINGS =
      new WebhookSettings(
          List.of(),
          12,
          Backoff.doubling(Duration.ofSeconds(5), Duration.ofHours(1)),
          Duration.ofSeconds(10),
          Duration.ofDays(7));

  private static WebhookAnswer answer(int status, String... retryAfter) {
    Map<String, List<String>> headers =
        retryAfter.length == 0 ? Map.of() : Map.of("Retry-After", List.of(retryAfter));
    return WebhookAnswer.of(status, HttpHeaders.of(headers, (name, value) -> true), NOON);
  }

  private static DeliveryEnd end(int attempt, WebhookAnswer answer) {
    Notification notification = Notification.of(Kind.DISABLED, "bank/ann", "1", NOON, Map.of());
    return new WebhookDelivery(notification, "ops", attempt).end(answer, SETTINGS, NOON);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 204, 299})
  void anAnswerOfTheTwoHundredsIsADelivery(int status) {
    DeliveryEnd ended = end(1, answer(status));
    assertThat(ended.deliveredAt()).isEqualTo(NOON);
    assertThat(ended.nextAt()).isNull();
    assertThat(ended.error()).isEmpty();
    assertThat(ended.givenUp()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {199, 300, 301, 400, 404, 429, 500, 503})
  void anyOtherIsTriedAgain(int status) {
    DeliveryEnd ended = end(1, answer(status));
    assertThat(ended.nextAt()).isEqualTo(NOON.plusSeconds(5));
    assertThat(ended.delivered()).isFalse();
    assertThat(ended.error()).isEqualTo("HTTP " + status);
  }

  @Test
  void theWaitDoublesUpToTheLongest() {
    assertThat(
            IntStream.rangeClosed(1, 11)
                .mapToObj(attempt -> end(attempt, answer(500)).nextAt())
                .map(next -> Duration.between(NOON, next).toSeconds()))
        .containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L, 640L, 1280L, 2560L, 3600L);
  }

  @Test
  void afterTheLastAttemptItIsGivenUp() {
    assertThat(end(11, answer(500)).givenUp()).isFalse();
    assertThat(end(12, answer(500)).givenUp()).isTrue();
    assertThat(end(13, answer(500)).givenUp()).isTrue();
    assertThat(end(12, answer(200)).givenUp()).isFalse();
  }

  @Test
  void whoIsGoneIsNotTriedAgain() {
    assertThat(end(1, answer(410)).givenUp()).isTrue();
    assertThat(end(1, answer(410)).error()).isEqualTo("HTTP 410");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "120|120",
        "Sun, 01 Mar 2026 12:02:00 GMT|120",
        "2|5", // sooner than we would by ourselves: we keep our own
        "Sun, 01 Mar 2026 11:00:00 GMT|5",
        "999999999|3600", // no longer than the longest wait
        "soon|5",
        "-5|5",
        "99999999999999999999|5",
      })
  void retryAfterIsHonoured(String header, long seconds) {
    assertThat(end(1, answer(429, header)).nextAt()).isEqualTo(NOON.plusSeconds(seconds));
  }

  @Test
  void noAnswerIsAFailureWithItsReason() {
    assertThat(end(1, WebhookAnswer.noAnswer(new TimeoutException())).error())
        .isEqualTo("no answer in time");
    WebhookAnswer refused =
        WebhookAnswer.noAnswer(new CompletionException(new java.net.ConnectException()));
    assertThat(end(1, refused).error()).isEqualTo("no answer: it cannot be reached");
    assertThat(end(1, refused).nextAt()).isEqualTo(NOON.plusSeconds(5));
  }

  @Test
  void whatAnErrorSaysIsShortAndPlain() {
    String said =
        end(1, WebhookAnswer.noAnswer(new IllegalStateException("a\0b\n" + "x".repeat(500))))
            .error();
    assertThat(said).startsWith("no answer: a?b?xxx").hasSize(200);
  }
}
