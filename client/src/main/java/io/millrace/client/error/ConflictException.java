package io.millrace.client.error;

/** The state does not allow it. The name of the problem says why, such as {@code stale-attempt}. */
public final class ConflictException extends ProblemException {
  private static final long serialVersionUID = 1L;

  ConflictException(ProblemDetails problem) {
    super(409, problem, null);
  }
}
