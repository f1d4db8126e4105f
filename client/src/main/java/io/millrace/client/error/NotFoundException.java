package io.millrace.client.error;

/** Something that the request names is unknown. */
public final class NotFoundException extends ProblemException {
  private static final long serialVersionUID = 1L;

  NotFoundException(ProblemDetails problem) {
    super(404, problem, null);
  }
}
