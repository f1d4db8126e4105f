package io.millrace.engine.worker;

import io.millrace.engine.outbound.OutboundAnswer;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOutput;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Turns the answer of a service into an outcome. */
final class HttpOutcomeReader {
  private HttpOutcomeReader() {}

  /** Returns empty if the service has accepted the work and will report later. */
  static Optional<Outcome> outcome(OutboundAnswer answer, SecretMask mask, Instant now) {
    int status = answer.status();
    AnswerBodyStart body = AnswerBodyStart.of(answer);
    if (status == 202) {
      return Optional.empty();
    }
    if (status >= 200 && status < 300) {
      return Optional.of(withOutput(Outcome.success(), body));
    }
    String message = message(answer, body, mask);
    boolean retryable = status >= 500 || status == 408 || status == 429;
    Duration retryAfter =
        retryable
            ? answer
                .headers()
                .firstValue("Retry-After")
                .flatMap(v -> parseRetryAfter(v, now))
                .orElse(null)
            : null;
    String userMessage = TaskOutput.userMessage(body.text()).map(OutcomeText::brief).orElse("");
    return Optional.of(
        withOutput(
            new Outcome(Outcome.Kind.FAILURE, message, userMessage, retryable, retryAfter)
                .because(kind(status)),
            body));
  }

  private static FailureKind kind(int status) {
    if (status == 429) {
      return FailureKind.RATE_LIMITED;
    }
    if (status >= 500 || status == 408) {
      return FailureKind.UNAVAILABLE;
    }
    return status >= 400 ? FailureKind.REFUSED : FailureKind.MISCONFIGURED;
  }

  private static Outcome withOutput(Outcome outcome, AnswerBodyStart body) {
    try {
      return TaskOutput.findIn(body.text()).map(outcome::withOutput).orElse(outcome);
    } catch (IllegalArgumentException invalid) {
      return TaskOutput.rejectOutput(
          outcome,
          body.cut()
              ? "is too long: it does not end within the answer's first "
                  + AnswerBodyStart.MAX_LENGTH
                  + " bytes"
              : String.valueOf(invalid.getMessage()));
    }
  }

  private static String message(OutboundAnswer answer, AnswerBodyStart body, SecretMask mask) {
    int status = answer.status();
    Optional<String> location = answer.headers().firstValue("Location");
    if (status >= 300 && status < 400 && location.isPresent()) {
      return "HTTP "
          + status
          + ": redirects are not followed: "
          + OutcomeText.brief(mask.hide(location.get()));
    }
    Optional<String> first = body.shown(mask).lines().filter(l -> !l.isBlank()).findFirst();
    return "HTTP " + status + first.map(line -> ": " + OutcomeText.brief(line)).orElse("");
  }

  /** Parses seconds or a date, as the header allows. Anything else is ignored. */
  static Optional<Duration> parseRetryAfter(String value, Instant now) {
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
