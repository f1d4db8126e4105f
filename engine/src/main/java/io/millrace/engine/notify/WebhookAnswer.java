package io.millrace.engine.notify;

import io.millrace.engine.outbound.OutboundDeniedException;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/**
 * What came back from a webhook.
 *
 * @param status 0 if there was no answer
 * @param error empty if it took the notification
 * @param retryAfter how long it wants to be left alone; zero if it did not say
 */
public record WebhookAnswer(int status, String error, Duration retryAfter) {
  private static final int GONE = 410;
  private static final int LONGEST_ERROR = 200;

  static WebhookAnswer of(int status, HttpHeaders headers, Instant now) {
    boolean success = status >= 200 && status < 300;
    return new WebhookAnswer(
        status,
        success ? "" : "HTTP " + status,
        headers
            .firstValue("Retry-After")
            .flatMap(text -> parseRetryAfter(text, now))
            .orElse(Duration.ZERO));
  }

  /** There was none. */
  static WebhookAnswer noAnswer(Throwable fault) {
    Throwable cause =
        fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
    String said = cause.getMessage() == null ? "" : ": " + cause.getMessage();
    if (cause instanceof OutboundDeniedException) {
      return new WebhookAnswer(0, brief(cause.getMessage()), Duration.ZERO);
    }
    String error =
        cause instanceof TimeoutException
            ? "no answer in time"
            : "no answer: " + cause.getClass().getSimpleName() + said;
    return new WebhookAnswer(0, brief(error), Duration.ZERO);
  }

  boolean isSuccess() {
    return error.isEmpty();
  }

  /** The webhook says that it will never want anything again. */
  boolean isGone() {
    return status == GONE;
  }

  /** Longer with each attempt, and as long as the webhook asks for, but no longer than the most. */
  Duration delay(int attempt, WebhookSettings settings) {
    Duration most = settings.maxDelay();
    Duration delay = settings.firstDelay();
    for (int i = 1; i < attempt && delay.compareTo(most) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    Duration wanted = delay.compareTo(retryAfter) < 0 ? retryAfter : delay;
    return wanted.compareTo(most) < 0 ? wanted : most;
  }

  /** Seconds or a date, as the header allows; anything else is as if it were not there. */
  private static Optional<Duration> parseRetryAfter(String value, Instant now) {
    String text = value.strip();
    if (text.matches("\\d{1,9}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    try {
      Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(Duration.between(now, date));
    } catch (DateTimeException nonsense) {
      return Optional.empty();
    }
  }

  /** Short, and of characters that every database and every log takes. */
  private static String brief(String text) {
    String plain = text.replaceAll("[^\\p{Print}]", "?");
    return plain.length() <= LONGEST_ERROR ? plain : plain.substring(0, LONGEST_ERROR);
  }
}
