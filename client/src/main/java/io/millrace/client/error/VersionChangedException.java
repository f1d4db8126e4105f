package io.millrace.client.error;

/** Somebody changed it meanwhile: it has another version than the request named. */
public final class VersionChangedException extends ProblemException {
  private static final long serialVersionUID = 1L;

  VersionChangedException(ProblemDetails problem) {
    super(412, problem, null);
  }
}
