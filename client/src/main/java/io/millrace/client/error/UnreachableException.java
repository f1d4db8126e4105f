package io.millrace.client.error;

import org.jspecify.annotations.Nullable;

/**
 * There was no answer: the node is away, or the connection was cut. Unless {@link #wasSent} is
 * false, nobody knows whether the server did what it was asked.
 */
public final class UnreachableException extends MillraceException {
  private static final long serialVersionUID = 1L;

  private final boolean wasSent;

  public UnreachableException(String message, boolean wasSent, @Nullable Throwable cause) {
    super(message, cause);
    this.wasSent = wasSent;
  }

  /** Whether the request may have reached the server. */
  public boolean wasSent() {
    return wasSent;
  }
}
