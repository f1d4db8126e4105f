package io.millrace.engine.worker;

import io.millrace.engine.task.Outcome;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** What a service's answer means. */
final class HttpAnswer {
  private HttpAnswer() {}

  /** Empty if the service has accepted the work and will report later. */
  static Optional<Outcome> outcome(HttpResponse<String> response, Instant now) {
    int status = response.statusCode();
    if (status == 202) {
      return Optional.empty();
    }
    if (status >= 200 && status < 300) {
      return Optional.of(Outcome.success());
    }
    String message = message(response);
    boolean retryable = status >= 500 || status == 408 || status == 429;
    if (!retryable) {
      return Optional.of(Outcome.rejected(message));
    }
    Duration retryAfter =
        response.headers().firstValue("Retry-After").flatMap(v -> after(v, now)).orElse(null);
    return Optional.of(new Outcome(Outcome.Kind.FAILURE, message, "", true, retryAfter));
  }

  private static String message(HttpResponse<String> response) {
    int status = response.statusCode();
    Optional<String> location = response.headers().firstValue("Location");
    if (status >= 300 && status < 400 && location.isPresent()) {
      return "HTTP " + status + ": redirects are not followed: " + Text.brief(location.get());
    }
    Optional<String> said = response.body().lines().filter(l -> !l.isBlank()).findFirst();
    return "HTTP " + status + said.map(line -> ": " + Text.brief(line)).orElse("");
  }

  /** Seconds or a date, as the header allows; anything else is as if it were not there. */
  static Optional<Duration> after(String value, Instant now) {
    String text = value.strip();
    if (text.matches("\\d{1,9}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    try {
      Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
