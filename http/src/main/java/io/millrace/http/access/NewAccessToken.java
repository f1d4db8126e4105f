package io.millrace.http.access;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import io.millrace.http.logging.OneLineMessageConverter;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A token that is wanted.
 *
 * @param expiresAt absent if it never shall
 */
record NewAccessToken(String name, Role role, @Nullable Instant expiresAt, WorkerBounds bounds) {
  private static final String[] FIELDS =
      Stream.concat(Stream.of("name", "role", "expires_at"), WorkerBoundsReader.FIELDS.stream())
          .toArray(String[]::new);
  private static final int LONGEST_NAME = 100;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  /** {@code {"name": "…", "role": "worker", "expires_at": time}}, and what it is bound to. */
  static NewAccessToken parse(String text, Instant now) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.object(text), errors);
    node.isMappingOf(FIELDS);
    Optional<String> name = node.required("name").flatMap(it -> it.text(NewAccessToken::name));
    Optional<Role> role = node.required("role").flatMap(it -> it.text(Role::of));
    Instant expiresAt = node.optional("expires_at").flatMap(InputNode::time).orElse(null);
    if (expiresAt != null && (!expiresAt.isAfter(now) || expiresAt.isAfter(LATEST))) {
      node.child("expires_at").refuse("must be in the future, and before the year 10000");
    }
    WorkerBounds bounds = WorkerBoundsReader.read(node, role.orElse(null));
    errors.throwIfAny();
    return new NewAccessToken(name.orElseThrow(), role.orElseThrow(), expiresAt, bounds);
  }

  /** It goes into the log: a line break in it could pretend to be another line. */
  private static String name(String text) {
    if (text.isBlank()
        || text.codePointCount(0, text.length()) > LONGEST_NAME
        || text.codePoints()
            .anyMatch(c -> Character.isISOControl(c) || OneLineMessageConverter.isControl(c))) {
      throw new InvalidInputException(
          "name",
          text,
          "must be 1 to " + LONGEST_NAME + " characters, not all blank, none of them a control");
    }
    return text;
  }
}
