package io.millrace.http;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import java.util.Optional;
import java.util.function.Supplier;

/** Lets a request in only with a token: {@code X-Admin-Token}, or {@code Authorization: Bearer}. */
final class Access extends AllDirectives {
  private static final String BEARER = "bearer ";

  private final AccessTokens tokens;

  Access(AccessTokens tokens) {
    this.tokens = tokens;
  }

  Route required(Supplier<Route> inner) {
    return extractRequest(
        request ->
            token(request).filter(tokens::isAdmin).isPresent()
                ? inner.get()
                : complete(unauthorized()));
  }

  private static Optional<String> token(HttpRequest request) {
    return request
        .getHeader("X-Admin-Token")
        .map(header -> header.value().strip())
        .or(
            () ->
                request
                    .getHeader("Authorization")
                    .map(header -> header.value().strip())
                    .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                    .map(value -> value.substring(BEARER.length()).strip()));
  }

  private static HttpResponse unauthorized() {
    return Problem.of(
            StatusCodes.UNAUTHORIZED,
            "unauthorized",
            "A token is needed: X-Admin-Token, or Authorization: Bearer")
        .response()
        .addHeader(RawHeader.create("WWW-Authenticate", "Bearer realm=\"millrace\""));
  }
}
