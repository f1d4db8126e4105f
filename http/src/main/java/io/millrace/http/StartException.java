package io.millrace.http;

/** The node cannot start, for a reason that whoever starts it can mend. */
final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartException(String message) {
    super(message);
  }

  /**
   * @param cause says more of the reason
   */
  StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
