package io.millrace.client.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server refused the request, and said why. Callers handle the subclasses. */
public class ProblemException extends MillraceException {
  private static final long serialVersionUID = 1L;

  private final transient ProblemDetails problem;
  private final int status;
  private final @Nullable Duration retryAfter;

  ProblemException(int status, ProblemDetails problem, @Nullable Duration retryAfter) {
    super(status + " " + problem.name() + ": " + problem.detail(), null);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /**
   * The exception for a status.
   *
   * @param retryAfter the time of the header; absent if there is none
   */
  public static ProblemException of(
      int status, ProblemDetails problem, @Nullable Duration retryAfter) {
    return switch (status) {
      case 400 -> new BadRequestException(problem);
      case 401 -> new UnauthorizedException(problem);
      case 403 -> new ForbiddenException(problem);
      case 404 -> new NotFoundException(problem);
      case 409 -> new ConflictException(problem);
      case 412 -> new VersionChangedException(problem);
      case 429, 503 -> new UnavailableException(status, problem, retryAfter);
      default -> new ProblemException(status, problem, retryAfter);
    };
  }

  public int status() {
    return status;
  }

  public ProblemDetails problem() {
    return problem;
  }

  /** When to try again; absent if the server did not say. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
