package io.millrace.engine.outbound;

/** A request was not sent, because the rule denies its address. */
public final class OutboundDeniedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  OutboundDeniedException(String reason) {
    this.reason = reason;
  }

  @Override
  public String getMessage() {
    return reason;
  }
}
