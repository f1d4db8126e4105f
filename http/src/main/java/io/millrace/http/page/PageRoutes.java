package io.millrace.http.page;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpCharsets;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.MediaTypes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import java.util.List;
import java.util.Map;

/**
 * {@code /} and {@code /page}: the page and all it is made of. There is no datum in any of it, so
 * it needs no token.
 */
public final class PageRoutes extends AllDirectives {
  public static final List<EndpointHandler<PageRoutes>> ENDPOINTS =
      List.of(
          Endpoint.open("/").to(PageRoutes::index),
          Endpoint.open("/openapi.yaml").to(PageRoutes::openApi));

  private static final ContentType JAVASCRIPT =
      MediaTypes.APPLICATION_JAVASCRIPT.toContentType(HttpCharsets.UTF_8);
  private static final ContentType YAML = ContentTypes.parse("application/yaml; charset=UTF-8");

  private static final Map<String, ContentType> TYPES =
      Map.of(
          "js",
          JAVASCRIPT,
          "css",
          MediaTypes.TEXT_CSS.toContentType(HttpCharsets.UTF_8),
          "html",
          ContentTypes.TEXT_HTML_UTF8,
          "svg",
          MediaTypes.IMAGE_SVG_XML.toContentType(),
          "yaml",
          YAML);

  private final PageFiles files = new PageFiles();
  private final List<HttpHeader> headers =
      List.of(
          RawHeader.create("Content-Security-Policy", files.policy()),
          RawHeader.create("X-Content-Type-Options", "nosniff"),
          RawHeader.create("Referrer-Policy", "no-referrer"),
          RawHeader.create("Cross-Origin-Opener-Policy", "same-origin"));

  /** The files of the page, whose paths change with its version. */
  public Route files() {
    return get(
        () ->
            pathPrefix(
                "page",
                () ->
                    path(
                        PathMatchers.segment(files.version()).slash(PathMatchers.remaining()),
                        path -> found(path, "public, max-age=31536000, immutable"))));
  }

  private Route index() {
    return file("index.html", files.index(), "no-cache");
  }

  private Route openApi() {
    return found("openapi.yaml", "no-cache");
  }

  private Route found(String path, String caching) {
    return files.find(path).map(bytes -> file(path, bytes, caching)).orElseGet(this::reject);
  }

  private Route file(String path, byte[] bytes, String caching) {
    ContentType type =
        TYPES.getOrDefault(
            path.substring(path.lastIndexOf('.') + 1), ContentTypes.APPLICATION_OCTET_STREAM);
    return encodeResponse(
        () ->
            complete(
                HttpResponse.create()
                    .addHeaders(headers)
                    .addHeader(RawHeader.create("Cache-Control", caching))
                    .withEntity(HttpEntities.create(type, bytes))));
  }
}
