package io.millrace.engine.outbound;

/** A request was not sent, because the rule closes where it would go to. */
public final class DeniedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DeniedException(String reason) {
    super(reason);
  }
}
