package io.millrace.client.error;

/** A request that did not get the answer it wanted. */
public abstract class MillraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MillraceException(String message, Throwable cause) {
    super(message, cause);
  }
}
