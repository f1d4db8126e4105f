package io.millrace.engine.directory;

import io.millrace.engine.input.FieldError;
import org.jspecify.annotations.Nullable;

/**
 * The result of saving an entry.
 *
 * @param error why it was rejected; absent if it was not
 */
public record EntrySaveResult(Result result, @Nullable FieldError error) {
  static final EntrySaveResult CREATED = new EntrySaveResult(Result.CREATED, null);
  static final EntrySaveResult UPDATED = new EntrySaveResult(Result.UPDATED, null);
  static final EntrySaveResult UNCHANGED = new EntrySaveResult(Result.UNCHANGED, null);

  /** The first three are successes. The others say why it was rejected. */
  public enum Result {
    CREATED,
    UPDATED,
    UNCHANGED,
    /** The entry that it belongs to does not exist. */
    UNKNOWN_PARENT,
    /** An entry of this id belongs to another parent. */
    BELONGS_ELSEWHERE,
    /** An entry of this id has other values, and updates were not allowed. */
    DIFFERS,
    /** A site may not have the name of a source. */
    NAME_OF_A_SOURCE
  }

  public boolean isRejected() {
    return error != null;
  }
}
