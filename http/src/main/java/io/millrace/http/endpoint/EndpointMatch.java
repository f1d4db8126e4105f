package io.millrace.http.endpoint;

import akka.http.javadsl.model.AttributeKey;
import akka.http.javadsl.model.HttpRequest;
import java.util.List;

/**
 * The endpoint of a request. It is looked up once, and then attached to the request.
 *
 * @param endpoint the declared one, or one with the permission that an undeclared one needs
 * @param served whether the request is for a declared endpoint
 * @param variables the variables of the path, in their order
 * @param others the endpoints at the same path with other methods
 * @param template the path as it is declared, or {@link #UNKNOWN}
 */
public record EndpointMatch(
    Endpoint endpoint,
    boolean served,
    List<String> variables,
    List<Endpoint> others,
    String template) {
  /** The template of any path that is not declared, such as the files of the page. */
  public static final String UNKNOWN = "unknown";

  private static final AttributeKey<EndpointMatch> KEY =
      AttributeKey.create("endpoint", EndpointMatch.class);

  public static EndpointMatch of(HttpRequest request) {
    return request
        .getAttribute(KEY)
        .orElseThrow(() -> new IllegalStateException("Nobody looked up the endpoint"));
  }

  HttpRequest attachTo(HttpRequest request) {
    return request.addAttribute(KEY, this);
  }

  /** Whether anybody may use it without a token. */
  public boolean isOpen() {
    return served && endpoint.permission() == Permission.OPEN;
  }

  /** Whether the endpoint reads the body itself. */
  public boolean isStreamed() {
    return served && endpoint.body().equals(BodyLimit.STREAMED);
  }

  public BodyLimit body() {
    return served ? endpoint.body() : BodyLimit.USUAL;
  }
}
