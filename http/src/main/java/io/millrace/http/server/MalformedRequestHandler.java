package io.millrace.http.server;

import akka.event.LoggingAdapter;
import akka.http.ParsingErrorHandler;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.scaladsl.model.ErrorInfo;
import akka.http.scaladsl.model.StatusCode;
import akka.http.scaladsl.settings.ServerSettings;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.SafeHeaders;

/** What cannot be read as a request at all is answered with a problem, too. */
final class MalformedRequestHandler extends ParsingErrorHandler {

  /** An unknown method, or a line that ends in no version, is the client's fault and not ours. */
  @Override
  public HttpResponse handle(
      StatusCode status, ErrorInfo error, LoggingAdapter log, ServerSettings settings) {
    akka.http.javadsl.model.StatusCode told =
        status.intValue() < 500 ? status : StatusCodes.BAD_REQUEST;
    return SafeHeaders.addTo(Problem.of(told, Problem.type(told), error.summary()).response());
  }
}
