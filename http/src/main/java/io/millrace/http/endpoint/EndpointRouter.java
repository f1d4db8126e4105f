package io.millrace.http.endpoint;

import akka.http.javadsl.model.HttpMethod;
import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Hands each request to the method that its endpoint declares. No other route exists. */
public final class EndpointRouter extends AllDirectives {
  private final Map<Endpoint, Function<List<String>, Route>> handlers = new HashMap<>();
  private final Endpoints endpoints;

  public <R> EndpointRouter(List<EndpointHandler<R>> declared, R routes) {
    this.endpoints = new Endpoints(declared.stream().map(EndpointHandler::endpoint).toList());
    declared.forEach(
        it -> handlers.put(it.endpoint(), variables -> it.handler().apply(routes, variables)));
  }

  public Endpoints endpoints() {
    return endpoints;
  }

  /** Rejects a request for another path, or with another method. */
  public Route answer(EndpointMatch match) {
    if (match.served()) {
      Endpoint endpoint = match.endpoint();
      Function<List<String>, Route> handler =
          handlers.getOrDefault(endpoint, variables -> reject());
      return method(method(endpoint), () -> handler.apply(match.variables()));
    }
    return match.others().stream()
        .map(other -> method(method(other), this::reject))
        .reduce(this::concat)
        .orElseGet(this::reject);
  }

  private static HttpMethod method(Endpoint endpoint) {
    return HttpMethods.lookup(endpoint.method()).orElseThrow();
  }
}
