package io.millrace.http.workers;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.JsonDocument;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How far an attempt is. */
record ProgressReport(
    UUID attemptUid, @Nullable Integer percent, @Nullable String userFriendlyStatus) {
  private static final int LONGEST_STATUS = 500;

  /** {@code {"attempt_uid": "…", "percent": 40, "user_friendly_status": "…"}}. */
  static ProgressReport parse(String text) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.object(text), errors);
    node.isMappingOf("attempt_uid", "percent", "user_friendly_status");
    Optional<UUID> uid = AttemptUidReader.read(node);
    Optional<Integer> percent = node.optional("percent").flatMap(field -> field.whole(0, 100));
    Optional<String> status =
        node.optional("user_friendly_status")
            .flatMap(field -> field.text(said -> FinishReport.atMost(LONGEST_STATUS, said)));
    errors.throwIfAny();
    if (percent.isEmpty() && status.isEmpty()) {
      node.refuse("has nothing to say: give percent or user_friendly_status");
      errors.throwIfAny();
    }
    return new ProgressReport(uid.orElseThrow(), percent.orElse(null), status.orElse(null));
  }
}
