package io.millrace.engine.directory;

import io.millrace.engine.input.FieldError;

/**
 * What became of an entry that was to be saved.
 *
 * @param error why it was rejected; null if it was not
 */
public record EntrySaveResult(Result result, FieldError error) {
  static final EntrySaveResult CREATED = new EntrySaveResult(Result.CREATED, null);
  static final EntrySaveResult UPDATED = new EntrySaveResult(Result.UPDATED, null);
  static final EntrySaveResult UNCHANGED = new EntrySaveResult(Result.UNCHANGED, null);

  /** The first three are good, the others are why it was rejected. */
  public enum Result {
    CREATED,
    UPDATED,
    UNCHANGED,
    /** What it belongs to does not exist. */
    UNKNOWN_PARENT,
    /** There is one of this id that belongs to another. */
    BELONGS_ELSEWHERE,
    /** There is another one of this id, and it was not to be changed. */
    DIFFERS,
    /** A site may not have the name of a source. */
    NAME_OF_A_SOURCE
  }

  public boolean isRejected() {
    return error != null;
  }
}
