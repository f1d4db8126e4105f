package io.millrace.http.endpoint;

import akka.http.javadsl.server.Route;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An endpoint and the method that answers its requests.
 *
 * @param <R> the routes that have the method
 * @param handler is given the routes, and the variables of the path in their order
 */
public record EndpointHandler<R>(Endpoint endpoint, BiFunction<R, List<String>, Route> handler) {

  /** The same handler for routes that contain these routes. */
  public <S> EndpointHandler<S> within(Function<S, R> inner) {
    return new EndpointHandler<>(
        endpoint, (outer, variables) -> handler.apply(inner.apply(outer), variables));
  }
}
