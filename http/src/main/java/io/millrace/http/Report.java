package io.millrace.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.schedule.Durations;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What whoever ran an attempt reports of it. */
record Report(UUID attemptUid, Outcome outcome) {
  private static final Set<String> FIELDS =
      Set.of("attempt_uid", "outcome", "message", "user_message", "retryable", "retry_after");

  /** {@code {"attempt_uid": "…", "outcome": "success" | "failure", "message": "…", …}}. */
  static Report parse(String text) {
    JsonNode json = Json.object(text);
    List<FieldError> errors = new ArrayList<>();
    json.fieldNames()
        .forEachRemaining(
            name -> {
              if (!FIELDS.contains(name)) {
                errors.add(new FieldError(name, json.get(name), "unknown field"));
              }
            });
    UUID uid = null;
    try {
      uid = UUID.fromString(json.path("attempt_uid").asText());
    } catch (IllegalArgumentException wrong) {
      errors.add(
          new FieldError("attempt_uid", json.get("attempt_uid"), "must be the attempt's UUID"));
    }
    String outcome = json.path("outcome").asText();
    if (!outcome.equals("success") && !outcome.equals("failure")) {
      errors.add(new FieldError("outcome", json.get("outcome"), "must be 'success' or 'failure'"));
    }
    Duration retryAfter = null;
    if (json.hasNonNull("retry_after")) {
      try {
        retryAfter = Durations.parse(json.get("retry_after").asText());
      } catch (RuntimeException wrong) {
        errors.add(
            new FieldError("retry_after", json.get("retry_after"), "is not a duration such as 5m"));
      }
    }
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
    boolean success = outcome.equals("success");
    return new Report(
        uid,
        new Outcome(
            success ? Outcome.Kind.SUCCESS : Outcome.Kind.FAILURE,
            json.path("message").asText(),
            json.path("user_message").asText(),
            !success && json.path("retryable").asBoolean(true),
            retryAfter));
  }
}
