package io.millrace.http.server;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Directives;
import akka.http.javadsl.server.ExceptionHandler;
import akka.http.scaladsl.model.EntityStreamException;
import akka.http.scaladsl.model.EntityStreamSizeException;
import akka.http.scaladsl.model.IllegalRequestException;
import io.millrace.engine.directory.ImportStoppedException;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.VersionConflictException;
import io.millrace.engine.project.VaultException;
import io.millrace.http.endpoint.Problem;
import java.sql.SQLException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a fault of a request into the problem that its caller is told. */
public final class FaultTranslator {
  private static final Logger LOG = LoggerFactory.getLogger(FaultTranslator.class);

  private FaultTranslator() {}

  public static ExceptionHandler handler() {
    return ExceptionHandler.newBuilder()
        .matchAny(fault -> Directives.complete(answer(fault)))
        .build();
  }

  static HttpResponse answer(Throwable fault) {
    if (fault instanceof CompletionException && fault.getCause() != null) {
      return answer(fault.getCause());
    }
    return problem(fault).response();
  }

  private static Problem problem(Throwable fault) {
    if (fault instanceof InvalidInputException refused) {
      return Problem.invalid(refused);
    }
    if (fault instanceof VersionConflictException conflict) {
      return Problem.of(
          StatusCodes.PRECONDITION_FAILED,
          "version-changed",
          String.valueOf(conflict.getMessage()));
    }
    if (fault instanceof EntityStreamSizeException large) {
      return tooLarge(large.limit());
    }
    if (fault instanceof IncomingBody.SlowBodyException) {
      return tooSlow();
    }
    if (fault instanceof IllegalRequestException illegal) {
      return Problem.of(StatusCodes.BAD_REQUEST, "bad-request", illegal.info().formatPretty());
    }
    if (fault instanceof EntityStreamException) {
      return Problem.of(StatusCodes.BAD_REQUEST, "bad-request", "The body ended too early");
    }
    if (fault instanceof ImportStoppedException stopped) {
      LOG.warn("An import stopped after line {}", stopped.lines(), stopped);
      return importStopped(stopped);
    }
    if (fault instanceof VaultException locked) {
      // No stack trace: each request fails so, and the message says how to set the key right.
      LOG.warn(locked.getMessage());
      return Problem.of(StatusCodes.SERVICE_UNAVAILABLE, "secret-key", locked.getMessage());
    }
    if (fault instanceof TimeoutException) {
      return Problem.overloaded("The owner did not answer in time; try again");
    }
    if (fault instanceof SQLException refused && NulTextCheck.isNulFault(refused)) {
      return Problem.field("request", null, NulTextCheck.REASON);
    }
    if (fault instanceof SQLException) {
      // While the database is away each request ends here; a stack trace of each hides the rest.
      LOG.warn("The database did not answer a request: {}", fault.toString());
      return Problem.overloaded("The database does not answer; try again");
    }
    LOG.error("A request failed unexpectedly", fault);
    return Problem.of(
        StatusCodes.INTERNAL_SERVER_ERROR,
        "internal-error",
        "The node could not handle the request; its log has the error");
  }

  static Problem tooLarge(long limit) {
    return Problem.of(
        StatusCodes.CONTENT_TOO_LARGE,
        "content-too-large",
        "The body is too long: at most " + limit + " bytes are taken here");
  }

  private static Problem tooSlow() {
    return Problem.of(
        StatusCodes.REQUEST_TIMEOUT,
        "request-timeout",
        "The body came too slowly; send it again, faster");
  }

  /** The caller may send the same lines again: saved lines stay unchanged. */
  private static Problem importStopped(ImportStoppedException stopped) {
    return Problem.of(
        StatusCodes.SERVICE_UNAVAILABLE,
        "import-stopped",
        "Stopped after line %d: everything until there is saved; send it all again later"
            .formatted(stopped.lines()));
  }
}
