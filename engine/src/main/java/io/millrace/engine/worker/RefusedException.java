package io.millrace.engine.worker;

import io.millrace.engine.task.Outcome;

/** An attempt cannot be run as things are, and trying again does not change them. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }

  /** How an attempt ends that could not be prepared. */
  public static Outcome outcome(Throwable fault) {
    Throwable cause = Text.cause(fault);
    return cause instanceof RefusedException
        ? Outcome.rejected(Text.brief(cause.getMessage()))
        : Outcome.error("It could not be prepared: " + Text.brief(cause));
  }
}
