package io.millrace.engine.outbound;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.headers.RawRequestURI;
import akka.http.scaladsl.model.headers.CustomHeader;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Creates requests for the Akka client: path, query and headers are sent exactly as given. */
final class AkkaRequestFactory {
  private static final String AGENT = "User-Agent";

  /** A header that is sent as it is, without parsing. */
  private static final class ExactHeader extends CustomHeader {
    private final String name;
    private final String value;

    ExactHeader(String name, String value) {
      this.name = name;
      this.value = value;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String value() {
      return value;
    }

    @Override
    public boolean renderInRequests() {
      return true;
    }

    @Override
    public boolean renderInResponses() {
      return false;
    }
  }

  private AkkaRequestFactory() {}

  static HttpRequest of(OutboundRequest request) {
    List<HttpHeader> headers = new ArrayList<>();
    headers.add(RawRequestURI.create(target(request.url())));
    if (request.headers().keySet().stream().noneMatch(AGENT::equalsIgnoreCase)) {
      headers.add(new ExactHeader(AGENT, "Millrace"));
    }
    request.headers().forEach((name, value) -> headers.add(new ExactHeader(name, value)));
    return HttpRequest.POST("/")
        .withEntity(HttpEntities.create(ContentTypes.NO_CONTENT_TYPE, request.body()))
        .addHeaders(headers);
  }

  private static String target(URI url) {
    URI ascii = URI.create(url.toASCIIString());
    String path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
    return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
  }
}
