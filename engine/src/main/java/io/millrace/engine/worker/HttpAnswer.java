package io.millrace.engine.worker;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Output;
import io.millrace.engine.worker.BodyStart.Body;
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
  static Optional<Outcome> outcome(HttpResponse<Body> response, Mask mask, Instant now) {
    int status = response.statusCode();
    if (status == 202) {
      return Optional.empty();
    }
    if (status >= 200 && status < 300) {
      return Optional.of(withOutput(Outcome.success(), response.body()));
    }
    String message = message(response, mask);
    boolean retryable = status >= 500 || status == 408 || status == 429;
    Duration retryAfter =
        retryable
            ? response.headers().firstValue("Retry-After").flatMap(v -> after(v, now)).orElse(null)
            : null;
    return Optional.of(
        withOutput(
            new Outcome(Outcome.Kind.FAILURE, message, "", retryable, retryAfter),
            response.body()));
  }

  private static Outcome withOutput(Outcome outcome, Body body) {
    try {
      return Output.in(body.text()).map(outcome::withOutput).orElse(outcome);
    } catch (IllegalArgumentException broken) {
      return Output.without(
          outcome,
          body.cut()
              ? "is too long: it does not end within the answer's first "
                  + BodyStart.MAX_LENGTH
                  + " bytes"
              : broken.getMessage());
    }
  }

  private static String message(HttpResponse<Body> response, Mask mask) {
    int status = response.statusCode();
    Optional<String> location = response.headers().firstValue("Location");
    if (status >= 300 && status < 400 && location.isPresent()) {
      return "HTTP "
          + status
          + ": redirects are not followed: "
          + Text.brief(mask.hide(location.get()));
    }
    Optional<String> first =
        response.body().shown(mask).lines().filter(l -> !l.isBlank()).findFirst();
    return "HTTP " + status + first.map(line -> ": " + Text.brief(line)).orElse("");
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
