package io.millrace.client.error;

import org.jspecify.annotations.Nullable;

/** A request that did not get the answer it wanted. */
public abstract class MillraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MillraceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
