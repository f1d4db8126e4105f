package io.millrace.http;

import akka.http.javadsl.model.AttributeKey;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lets a request in only with a token ({@code X-Admin-Token}, or {@code Authorization: Bearer})
 * whose role may do it.
 */
final class Access extends AllDirectives {
  private static final String BEARER = "bearer ";
  private static final AttributeKey<Caller> CALLER = AttributeKey.create("caller", Caller.class);

  private final AccessTokens tokens;

  Access(AccessTokens tokens) {
    this.tokens = tokens;
  }

  /** Who sent a request that was let in. */
  static Caller caller(HttpRequest request) {
    return request
        .getAttribute(CALLER)
        .orElseThrow(() -> new IllegalStateException("The request was not let in by anybody"));
  }

  /** A token that is not known here may just have been made on another node. */
  Route required(Supplier<Route> inner) {
    return extractRequest(
        request -> {
          Optional<String> token = token(request);
          Optional<Caller> known = token.flatMap(tokens::known);
          return known.isPresent() || token.isEmpty()
              ? enter(request, known, inner)
              : onSuccess(tokens.look(token.get()), found -> enter(request, found, inner));
        });
  }

  private Route enter(HttpRequest request, Optional<Caller> known, Supplier<Route> inner) {
    if (known.isEmpty()) {
      return complete(unauthorized());
    }
    Caller caller = known.get();
    Permission needed = Permission.needed(request.method().value(), segments(request));
    return needed.isGivenTo(caller.role())
        ? mapRequest(entered -> entered.addAttribute(CALLER, caller), inner)
        : complete(forbidden(caller, needed));
  }

  private static List<String> segments(HttpRequest request) {
    List<String> segments = new ArrayList<>();
    request.getUri().pathSegments().forEach(segments::add);
    return segments;
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

  private static HttpResponse forbidden(Caller caller, Permission needed) {
    return Problem.of(
            StatusCodes.FORBIDDEN,
            "forbidden",
            "The token '%s' has the role %s; this needs the role %s"
                .formatted(caller.name(), caller.role().text(), needed.roles()))
        .response();
  }
}
