package io.millrace.http.settings;

/** The node cannot start, for a reason that its operator can fix. */
public final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StartException(String message) {
    super(message);
  }

  /**
   * @param cause says more of the reason
   */
  public StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
