package io.millrace.http.workers;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What a worker says it runs. */
record Heartbeat(Set<UUID> attempts) {
  private static final int MOST_ATTEMPTS = 1_000;

  /** {@code {"attempts": ["uid", …]}}. */
  static Heartbeat parse(String text) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.object(text), errors);
    node.isMappingOf("attempts");
    List<InputNode> items = node.required("attempts").map(InputNode::items).orElse(List.of());
    if (items.size() > MOST_ATTEMPTS) {
      throw new InvalidInputException(
          "attempts", items.size() + " attempts", "must be at most " + MOST_ATTEMPTS);
    }
    Set<UUID> attempts = new LinkedHashSet<>();
    items.forEach(item -> item.text(AttemptUidReader::parse).ifPresent(attempts::add));
    errors.throwIfAny();
    return new Heartbeat(attempts);
  }
}
