package io.millrace.engine.task;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A task's name in the API, {@code source_collection_uuid}. The UUID tells tasks apart and is the
 * fence of the attempt. A hyphen replaces each reserved character, so an id fits into any URL.
 */
public record TaskId(String source, String collection, UUID attemptUid) {
  private static final int UUID_LENGTH = 36;

  private static final Pattern RESERVED = Pattern.compile("[^A-Za-z0-9._~-]");

  @Override
  public String toString() {
    String text = unescaped();
    for (int i = 0; i < text.length(); i++) {
      if (!isUnreserved(text.charAt(i))) {
        return RESERVED.matcher(text).replaceAll("-");
      }
    }
    return text; // of nearly every task, and without the cost of a regular expression
  }

  private static boolean isUnreserved(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '_'
        || c == '~'
        || c == '-';
  }

  /** Whether a text names this task, with or without the reserved characters replaced. */
  public boolean matches(String id) {
    return id.equals(toString()) || id.equals(unescaped());
  }

  private String unescaped() {
    return source + '_' + collection + '_' + attemptUid;
  }

  /** The attempt that an id names; empty if it cannot be a task's id. */
  public static Optional<UUID> attemptUid(String id) {
    int start = id.length() - UUID_LENGTH;
    if (start < 4 || id.charAt(start - 1) != '_') {
      return Optional.empty();
    }
    try {
      UUID uid = UUID.fromString(id.substring(start));
      return id.endsWith(uid.toString()) ? Optional.of(uid) : Optional.empty();
    } catch (IllegalArgumentException notAUuid) {
      return Optional.empty();
    }
  }
}
