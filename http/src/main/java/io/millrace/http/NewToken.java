package io.millrace.http;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A token that is wanted.
 *
 * @param expiresAt null if it never shall
 */
record NewToken(String name, Role role, Instant expiresAt) {
  private static final int LONGEST_NAME = 100;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  /** {@code {"name": "…", "role": "worker", "expires_at": time}}. */
  static NewToken parse(String text, Instant now) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(JsonDocument.object(text), errors);
    node.isMappingOf("name", "role", "expires_at");
    String name = node.required("name").flatMap(it -> it.text(NewToken::name)).orElse(null);
    Role role = node.required("role").flatMap(it -> it.text(NewToken::role)).orElse(null);
    Instant expiresAt = node.optional("expires_at").flatMap(InputNode::time).orElse(null);
    if (expiresAt != null && (!expiresAt.isAfter(now) || expiresAt.isAfter(LATEST))) {
      node.child("expires_at").refuse("must be in the future, and before the year 10000");
    }
    errors.throwIfAny();
    return new NewToken(name, role, expiresAt);
  }

  /** It goes into the log: a line break in it could pretend to be another line. */
  private static String name(String text) {
    if (text.isBlank()
        || text.codePointCount(0, text.length()) > LONGEST_NAME
        || text.codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidInputException(
          "name",
          text,
          "must be 1 to " + LONGEST_NAME + " characters, not all blank, none of them a control");
    }
    return text;
  }

  private static Role role(String text) {
    return Role.of(text)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "role",
                    text,
                    Arrays.stream(Role.values())
                        .map(Role::text)
                        .collect(Collectors.joining(", ", "is not one of ", ""))));
  }
}
