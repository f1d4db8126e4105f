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
 * The answer of a webhook.
 *
 * @param status 0 if there was no answer
 * @param error empty if it accepted the notification
 * @param retryAfter the delay that it asks for; zero if it does not
 */
public record WebhookAnswer(int status, String error, Duration retryAfter) {
  private static final int GONE = 410;
  private static final int MAX_ERROR_LENGTH = 200;

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

  /** There was no answer. */
  static WebhookAnswer noAnswer(Throwable fault) {
    Throwable cause =
        fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
    if (cause instanceof OutboundDeniedException denied) {
      return new WebhookAnswer(0, brief(denied.getMessage()), Duration.ZERO);
    }
    String error =
        cause instanceof TimeoutException ? "no answer in time" : "no answer: " + reason(cause);
    return new WebhookAnswer(0, brief(error), Duration.ZERO);
  }

  /** No name of a class is for people. */
  private static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank() ? "it cannot be reached" : message;
  }

  boolean isSuccess() {
    return error.isEmpty();
  }

  /** The webhook says that it never wants another notification. */
  boolean isGone() {
    return status == GONE;
  }

  /** Grows with each attempt and respects Retry-After, but never exceeds the maximum. */
  Duration delay(int attempt, WebhookSettings settings) {
    Duration max = settings.delays().longest();
    Duration delay = settings.delays().delayAfter(attempt);
    Duration chosen = delay.compareTo(retryAfter) < 0 ? retryAfter : delay;
    return chosen.compareTo(max) < 0 ? chosen : max;
  }

  /** Parses seconds or a date, as the header allows. Anything else is ignored. */
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

  /** Shortens a text, and keeps only characters that every database and every log accepts. */
  private static String brief(String text) {
    String plain = text.replaceAll("[^\\p{Print}]", "?");
    return plain.length() <= MAX_ERROR_LENGTH ? plain : plain.substring(0, MAX_ERROR_LENGTH);
  }
}
