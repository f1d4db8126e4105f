package io.millrace.client.error;

/** The answer is not what the API promises. Perhaps something else than Millrace answered. */
public final class UnreadableAnswerException extends MillraceException {
  private static final long serialVersionUID = 1L;

  public UnreadableAnswerException(String message, Throwable cause) {
    super(message, cause);
  }
}
