package io.millrace.engine.worker;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;

/** An attempt cannot be run as things are, and trying again does not change them. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureKind kind;

  public RefusedException(String message) {
    this(FailureKind.MISCONFIGURED, message);
  }

  public RefusedException(FailureKind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** How an attempt ends that could not be prepared. */
  public static Outcome outcome(Throwable fault) {
    Throwable cause = Text.cause(fault);
    return cause instanceof RefusedException refused
        ? Outcome.rejected(Text.brief(refused.getMessage())).because(refused.kind)
        : Outcome.error("It could not be prepared: " + Text.brief(cause));
  }
}
