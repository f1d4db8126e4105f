package io.millrace.http.workers;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOutput;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** How an attempt ended, as its worker reports it. */
record FinishReport(UUID attemptUid, Outcome outcome) {
  private static final int LONGEST_MESSAGE = 10_000;
  private static final double MOST_SECONDS = Duration.ofDays(36_500).toSeconds();

  /**
   * {@code {"attempt_uid": "…", "outcome": "success" | "failure", "output": …, "message": "…", …}}.
   * An output that cannot be kept fails the attempt, as it does on a node.
   */
  static FinishReport parse(String text) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.object(text), errors);
    node.isMappingOf(
        "attempt_uid",
        "outcome",
        "output",
        "message",
        "reason",
        "user_message",
        "retryable",
        "retry_after");
    Optional<UUID> uid = AttemptUidReader.read(node);
    Outcome.Kind kind =
        node.required("outcome")
            .flatMap(field -> field.text(Outcome.Kind::reported))
            .orElse(Outcome.Kind.SUCCESS);
    String message = message(node, "message").or(() -> message(node, "reason")).orElse("");
    if (!node.child("message").isEmpty() && !node.child("reason").isEmpty()) {
      node.child("reason").refuse("is another word for message: give one of them");
    }
    String userMessage = message(node, "user_message").orElse("");
    boolean retryable = node.optional("retryable").flatMap(InputNode::flag).orElse(true);
    Duration retryAfter =
        node.optional("retry_after").flatMap(FinishReport::retryAfter).orElse(null);
    errors.throwIfAny();
    boolean again = kind == Outcome.Kind.FAILURE && retryable;
    Outcome outcome = new Outcome(kind, message, userMessage, again, retryAfter);
    return new FinishReport(
        uid.orElseThrow(),
        TaskOutput.checked(outcome.withOutput(TaskOutput.findIn(text).orElse(null))));
  }

  private static Optional<String> message(InputNode node, String name) {
    return node.optional(name).flatMap(field -> field.text(text -> atMost(LONGEST_MESSAGE, text)));
  }

  static String atMost(int longest, String text) {
    if (text.length() > longest) {
      throw new InvalidInputException("text", text, "must be at most " + longest + " characters");
    }
    return text;
  }

  private static Optional<Duration> retryAfter(InputNode field) {
    return field.isText() ? field.text(FinishReport::duration) : seconds(field);
  }

  private static Duration duration(String text) {
    Duration duration = Durations.parse(text);
    if (duration.isNegative()) {
      throw new InvalidInputException("retry_after", text, "must not be less than 0");
    }
    return duration;
  }

  private static Optional<Duration> seconds(InputNode field) {
    if (!field.isNumber()) {
      field.refuse("must be a duration such as \"5m\", or a number of seconds");
      return Optional.empty();
    }
    double seconds = field.number().orElse(0.0);
    if (seconds < 0 || seconds > MOST_SECONDS) {
      field.refuse("must be from 0 to 100 years of seconds");
      return Optional.empty();
    }
    return Optional.of(Duration.ofMillis(Math.round(seconds * 1000)));
  }
}
