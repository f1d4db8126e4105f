package io.millrace.client.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server has no room for the request now (503), or for this access token (429). */
public final class UnavailableException extends ProblemException {
  private static final long serialVersionUID = 1L;

  UnavailableException(int status, ProblemDetails problem, @Nullable Duration retryAfter) {
    super(status, problem, retryAfter);
  }
}
