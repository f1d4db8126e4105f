package io.millrace.client.error;

/** The request is wrong. The errors of the problem name every wrong field. */
public final class BadRequestException extends ProblemException {
  private static final long serialVersionUID = 1L;

  BadRequestException(ProblemDetails problem) {
    super(400, problem, null);
  }
}
