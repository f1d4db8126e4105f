package io.millrace.http.server;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.http.endpoint.Problem;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Text with NUL in it is refused wherever it is: PostgreSQL does not store it. */
public final class NulTextCheck extends AllDirectives {
  static final String REASON = "has NUL in it, which cannot be stored";

  private static final String NUL = "%00";

  /** PostgreSQL's own words for it: of a text, and of JSON. */
  private static final Set<String> STATES = Set.of("22021", "22P05");

  /** In an address it is always written like this. A path with one names nothing there is. */
  public Route refuseNul(Supplier<Route> inner) {
    return extractRequest(
        request -> {
          for (String parameter : request.getUri().rawQueryString().orElse("").split("&")) {
            if (parameter.contains(NUL)) {
              throw new InvalidInputException(parameter.split("=")[0], parameter, REASON);
            }
          }
          String path = request.getUri().getPathString();
          return path.contains(NUL) ? complete(notFound(path)) : inner.get();
        });
  }

  private static HttpResponse notFound(String path) {
    return new Problem(
            StatusCodes.NOT_FOUND,
            Problem.type(StatusCodes.NOT_FOUND),
            "There is nothing at this path",
            List.of(new FieldError("path", path, REASON)))
        .response();
  }

  /** Whether the database refused a text: a body may have one that only its reader sees. */
  static boolean isNulFault(SQLException fault) {
    return STATES.contains(fault.getSQLState());
  }
}
