package io.millrace.client.error;

import org.jspecify.annotations.Nullable;

/** The answer is not what the API promises. Perhaps something else than Millrace answered. */
public final class UnreadableAnswerException extends MillraceException {
  private static final long serialVersionUID = 1L;

  public UnreadableAnswerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
