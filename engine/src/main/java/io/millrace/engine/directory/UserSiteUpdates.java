package io.millrace.engine.directory;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.JsonDocument;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Reads external reports about a user-site, as changes to its entry. */
public final class UserSiteUpdates {
  private UserSiteUpdates() {}

  /**
   * Reads {@code {"at": time}}, or an empty text.
   *
   * @param now the default time
   */
  public static UnaryOperator<UserSiteEntry> mfaRequired(String text, Instant now) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.object(text.isBlank() ? "{}" : text), errors);
    node.isMappingOf("at");
    Instant reportedAt = EntryFields.time(node, "at");
    errors.throwIfAny();
    Instant at = reportedAt == null ? now.truncatedTo(ChronoUnit.MILLIS) : reportedAt;
    return entry -> entry.mfaRequired(at);
  }

  /** Reads {@code {"migrating": true}}. */
  public static UnaryOperator<UserSiteEntry> migration(String text) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.object(text), errors);
    node.isMappingOf("migrating");
    boolean migrating = node.required("migrating").flatMap(InputNode::flag).orElse(false);
    errors.throwIfAny();
    return entry -> entry.withMigrating(migrating);
  }

  /** Reads {@code {"status": "CONNECTED"}}. */
  public static UnaryOperator<UserSiteEntry> status(String text) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.object(text), errors);
    node.isMappingOf("status");
    node.required("status");
    Optional<ConnectionStatus> status = EntryFields.word(node, "status", ConnectionStatus.class);
    errors.throwIfAny();
    return entry -> entry.withStatus(status.orElseThrow());
  }
}
