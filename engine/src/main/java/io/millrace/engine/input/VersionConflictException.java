package io.millrace.engine.input;

/** What a caller wanted to change has another version than the caller expects. */
public final class VersionConflictException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public VersionConflictException(String message) {
    super(message);
  }
}
