package io.millrace.http.workers;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.LogLine.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Lines for the log of an attempt, in order. What a program prints may be any text. */
record LogReport(UUID attemptUid, List<LogLine> lines) {
  private static final int MOST_LINES = 1_000;

  /**
   * {@code {"attempt_uid": "…", "lines": [{"message": "…", "level": "info", "time": "…"}]}}.
   *
   * @param now the time of a line that says none
   */
  static LogReport parse(String text, Instant now) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.anyObject(text), errors);
    node.isMappingOf("attempt_uid", "lines");
    Optional<UUID> uid = AttemptUidReader.read(node);
    List<LogLine> lines = node.required("lines").map(list -> lines(list, now)).orElse(List.of());
    errors.throwIfAny();
    return new LogReport(uid.orElseThrow(), lines);
  }

  private static List<LogLine> lines(InputNode list, Instant now) {
    List<InputNode> items = list.items();
    if (items.size() > MOST_LINES) {
      throw new InvalidInputException(
          list.path(), items.size() + " lines", "must be at most " + MOST_LINES + " lines");
    }
    return items.stream().map(item -> line(item, now)).toList();
  }

  private static LogLine line(InputNode item, Instant now) {
    if (!item.isMappingOf("time", "level", "message")) {
      return new LogLine(now, Level.INFO, "");
    }
    return new LogLine(
        item.optional("time").flatMap(InputNode::time).orElse(now),
        item.optional("level").flatMap(field -> field.text(Level::of)).orElse(Level.INFO),
        item.required("message").flatMap(field -> field.text(said -> said)).orElse(""));
  }
}
