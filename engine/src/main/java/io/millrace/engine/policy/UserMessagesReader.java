package io.millrace.engine.policy;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.FailureKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code {timeout: "…", default: "…"}}: a sentence for each kind of failure. */
final class UserMessagesReader {
  private static final String DEFAULT = "default";
  private static final int LONGEST = 500;
  private static final String[] KINDS =
      Stream.concat(Stream.of(DEFAULT), Stream.of(FailureKind.values()).map(FailureKind::text))
          .toArray(String[]::new);

  private UserMessagesReader() {}

  static Optional<UserMessages> read(InputNode node) {
    if (!node.isMappingOf(KINDS)) {
      return Optional.empty();
    }
    Map<FailureKind, String> own = new EnumMap<>(FailureKind.class);
    for (FailureKind kind : FailureKind.values()) {
      sentence(node, kind.text()).ifPresent(text -> own.put(kind, text));
    }
    return Optional.of(new UserMessages(own, sentence(node, DEFAULT).orElse(null)));
  }

  private static Optional<String> sentence(InputNode node, String name) {
    return node.optional(name).flatMap(field -> field.text(UserMessagesReader::checked));
  }

  private static String checked(String text) {
    if (text.isBlank() || text.length() > LONGEST || text.indexOf('\0') >= 0) {
      throw new InvalidInputException(
          "user_messages", text, "must be 1 to " + LONGEST + " characters, not all blank");
    }
    return text;
  }
}
