package io.millrace.http.access;

import akka.http.javadsl.model.AttributeKeys;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.RemoteAddress;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointMatch;
import io.millrace.http.endpoint.Permission;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.Refusals;
import io.millrace.http.server.CallerShares;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a request in only with a token ({@code X-Admin-Token}, or {@code Authorization: Bearer})
 * whose role may do it.
 */
public final class AccessGate extends AllDirectives {
  private static final Logger LOG = LoggerFactory.getLogger(AccessGate.class);
  private static final String BEARER = "bearer ";

  private final AccessTokenKeeper tokens;
  private final CallerShares shares;
  private final WrongAccessTokens wrongTokens;
  private final Refusals refusals;
  private final Counter wrongTokenCount;

  /**
   * @param wrongTokensPerMinute of one address; 0 = no bound
   */
  public AccessGate(
      AccessTokenKeeper tokens,
      CallerShares shares,
      int wrongTokensPerMinute,
      Refusals refusals,
      MeterRegistry meters) {
    this.tokens = tokens;
    this.shares = shares;
    this.wrongTokens = new WrongAccessTokens(wrongTokensPerMinute);
    this.refusals = refusals;
    this.wrongTokenCount =
        Counter.builder("millrace.http.wrong.tokens")
            .description("Requests with a token that is not known, or has expired")
            .register(meters);
  }

  /** A token that is not known here may just have been made on another node. */
  public Route requireAccess(Supplier<Route> inner) {
    return extractRequest(
        request -> {
          Optional<String> token = token(request);
          if (token.isEmpty()) {
            return complete(unauthorized());
          }
          return tokens
              .findCaller(token.get())
              .map(caller -> authorize(request, caller, inner))
              .orElseGet(() -> lookUp(request, token.get(), inner));
        });
  }

  /** From an address that sent too many wrong ones, a token that is not known is not looked for. */
  private Route lookUp(HttpRequest request, String token, Supplier<Route> inner) {
    String address = address(request);
    if (wrongTokens.isTooMany(address, now())) {
      wrongTokenCount.increment();
      wrongTokens.countWrong(address, now());
      refusals.count("wrong-tokens");
      return complete(waitAMinute());
    }
    return onSuccess(
        tokens.findCallerOrReload(token),
        found ->
            found
                .map(caller -> authorize(request, caller, inner))
                .orElseGet(() -> refuseWrongToken(address)));
  }

  private Route refuseWrongToken(String address) {
    wrongTokenCount.increment();
    String said = wrongTokens.countWrong(address, now());
    if (said != null) {
      LOG.warn(said);
    }
    return complete(unauthorized());
  }

  private Route authorize(HttpRequest request, Caller caller, Supplier<Route> inner) {
    Endpoint endpoint = EndpointMatch.of(request).endpoint();
    Permission needed = endpoint.permission();
    return needed.isGivenTo(caller.role())
        ? shares.withShare(
            request, caller, endpoint.kind(), () -> mapRequest(caller::attachTo, inner))
        : complete(forbidden(caller, needed));
  }

  private static String address(HttpRequest request) {
    return request
        .getAttribute(AttributeKeys.remoteAddress)
        .flatMap(RemoteAddress::getAddress)
        .map(InetAddress::getHostAddress)
        .orElse("");
  }

  private static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
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

  /** A caller that guesses has to connect again for each guess. */
  private static HttpResponse waitAMinute() {
    return Refusals.tooMany("Too many wrong tokens came from this address; wait a minute")
        .response()
        .addHeader(akka.http.javadsl.model.headers.Connection.create("close"));
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
    return Problem.forbidden(
            "The token '%s' has the role %s; this needs the role %s"
                .formatted(caller.name(), caller.role().text(), needed.roles()))
        .response();
  }
}
