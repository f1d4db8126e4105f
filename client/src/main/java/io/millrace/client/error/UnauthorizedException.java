package io.millrace.client.error;

/** There is no access token, or it is not valid. */
public final class UnauthorizedException extends ProblemException {
  private static final long serialVersionUID = 1L;

  UnauthorizedException(ProblemDetails problem) {
    super(401, problem, null);
  }
}
