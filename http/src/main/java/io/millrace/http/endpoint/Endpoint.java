package io.millrace.http.endpoint;

import akka.http.javadsl.server.Route;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The declaration of one endpoint. Router, gate, body limits and request meters all read it.
 *
 * @param path with {@code {…}} for each variable
 * @param kind the places that its requests take
 * @param page the size of its pages
 * @param slash whether a slash may follow the path
 */
public record Endpoint(
    String method,
    String path,
    Permission permission,
    RequestKind kind,
    BodyLimit body,
    PageSize page,
    boolean slash) {

  /** Answers a request with the two variables of its path. */
  @FunctionalInterface
  public interface TwoVariables<R> {
    Route answer(R routes, String first, String second);
  }

  /** For anybody, without a token. */
  public static Endpoint open(String path) {
    return of("GET", path, Permission.OPEN);
  }

  public static Endpoint get(String path) {
    return of("GET", path, Permission.READ);
  }

  public static Endpoint post(String path) {
    return of("POST", path, Permission.OPERATE);
  }

  public static Endpoint put(String path) {
    return of("PUT", path, Permission.OPERATE);
  }

  public static Endpoint delete(String path) {
    return of("DELETE", path, Permission.OPERATE);
  }

  /** For workers and external callers, all day long. */
  public static Endpoint report(String path, RequestKind kind) {
    return new Endpoint(
        "POST", path, Permission.REPORT, kind, BodyLimit.USUAL, PageSize.NONE, false);
  }

  private static Endpoint of(String method, String path, Permission permission) {
    return new Endpoint(
        method, path, permission, RequestKind.REQUEST, BodyLimit.USUAL, PageSize.NONE, false);
  }

  public Endpoint needs(Permission needed) {
    return new Endpoint(method, path, needed, kind, body, page, slash);
  }

  public Endpoint takes(BodyLimit limit) {
    return new Endpoint(method, path, permission, kind, limit, page, slash);
  }

  public Endpoint pages(PageSize size) {
    return new Endpoint(method, path, permission, kind, body, size, slash);
  }

  public Endpoint orSlash() {
    return new Endpoint(method, path, permission, kind, body, page, true);
  }

  public <R> EndpointHandler<R> to(Function<R, Route> handler) {
    return handler(0, (routes, variables) -> handler.apply(routes));
  }

  public <R> EndpointHandler<R> to(BiFunction<R, String, Route> handler) {
    return handler(1, (routes, variables) -> handler.apply(routes, variables.get(0)));
  }

  public <R> EndpointHandler<R> to(TwoVariables<R> handler) {
    return handler(
        2, (routes, variables) -> handler.answer(routes, variables.get(0), variables.get(1)));
  }

  private <R> EndpointHandler<R> handler(
      int variables, BiFunction<R, List<String>, Route> handler) {
    if (segments().stream().filter(Endpoint::isVariable).count() != variables) {
      throw new IllegalArgumentException(this + " does not have " + variables + " variables");
    }
    return new EndpointHandler<>(this, handler);
  }

  List<String> segments() {
    return Stream.of(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
  }

  static boolean isVariable(String segment) {
    return segment.startsWith("{");
  }
}
