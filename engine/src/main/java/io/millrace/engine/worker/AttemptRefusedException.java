package io.millrace.engine.worker;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;

/** An attempt cannot run, and a retry would not change that. */
public final class AttemptRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureKind kind;
  private final String message;

  public AttemptRefusedException(String message) {
    this(FailureKind.MISCONFIGURED, message);
  }

  public AttemptRefusedException(FailureKind kind, String message) {
    this.kind = kind;
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }

  /** Returns the outcome of an attempt whose preparation failed. */
  public static Outcome outcome(Throwable fault) {
    Throwable cause = OutcomeText.cause(fault);
    return cause instanceof AttemptRefusedException refused
        ? Outcome.rejected(OutcomeText.brief(refused.getMessage())).because(refused.kind)
        : Outcome.error("The task could not be prepared: " + OutcomeText.brief(cause));
  }
}
