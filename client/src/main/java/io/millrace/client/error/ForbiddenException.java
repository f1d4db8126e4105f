package io.millrace.client.error;

/** The access token is valid, but does not allow this. */
public final class ForbiddenException extends ProblemException {
  private static final long serialVersionUID = 1L;

  ForbiddenException(ProblemDetails problem) {
    super(403, problem, null);
  }
}
