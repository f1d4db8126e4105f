package io.millrace.engine.task;

import java.util.Optional;
import java.util.UUID;

/** A task's name in the API, {@code source_collection_uuid}; the UUID is its attempt's fence. */
public record TaskId(String source, String collection, UUID attemptUid) {
  private static final int UUID_LENGTH = 36;

  @Override
  public String toString() {
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
