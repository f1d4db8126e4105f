package io.millrace.client.transport;

import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request to the API, before it is sent. It is built once and then only read. */
public final class ApiRequest {
  /** What is sent with a request: one of the three. A JSON body is still an object. */
  public record Body(
      String contentType,
      @Nullable Object json,
      @Nullable String text,
      @Nullable Supplier<InputStream> stream) {}

  private final String method;
  private final String template;
  private final String path;
  private final Map<String, String> query = new LinkedHashMap<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private @Nullable Body body;
  private boolean repeatable;
  private @Nullable Duration timeout;

  private ApiRequest(String method, String template, boolean repeatable, Object... values) {
    this.method = method;
    this.template = template;
    this.path = expand(template, values);
    this.repeatable = repeatable;
  }

  public static ApiRequest get(String template, Object... values) {
    return new ApiRequest("GET", template, true, values);
  }

  public static ApiRequest put(String template, Object... values) {
    return new ApiRequest("PUT", template, true, values);
  }

  public static ApiRequest post(String template, Object... values) {
    return new ApiRequest("POST", template, false, values);
  }

  public static ApiRequest delete(String template, Object... values) {
    return new ApiRequest("DELETE", template, false, values);
  }

  private static String expand(String template, Object... values) {
    String path = template;
    for (Object value : values) {
      if (value == null || value.toString().isEmpty()) {
        throw new IllegalArgumentException(
            path.replaceAll(".*?(\\{\\w+}).*", "$1") + " of " + template + " is missing");
      }
      path = path.replaceFirst("\\{\\w+}", encoded(value.toString()));
    }
    return path;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A parameter of the query. Null is left out. */
  public ApiRequest query(String name, @Nullable Object value) {
    if (value != null) {
      query.put(name, value.toString());
    }
    return this;
  }

  /** A header. Null is left out. */
  public ApiRequest header(String name, @Nullable Object value) {
    if (value != null) {
      headers.put(name, value.toString());
    }
    return this;
  }

  /** The body, as JSON. Null is no body. */
  public ApiRequest json(@Nullable Object value) {
    body = value == null ? null : new Body("application/json", value, null, null);
    return this;
  }

  public ApiRequest text(String contentType, String text) {
    body = new Body(contentType, null, text, null);
    return this;
  }

  /**
   * A body that is read while it is sent.
   *
   * @param stream opens it, once for each try; if it gives the same stream again, there is no other
   *     try
   */
  public ApiRequest stream(String contentType, Supplier<InputStream> stream) {
    body = new Body(contentType, null, null, stream);
    return this;
  }

  /** Says that sending it again changes nothing and gets the same answer. */
  public ApiRequest repeatable() {
    repeatable = true;
    return this;
  }

  /** Says that the first answer counts, also if it is one of being busy. */
  public ApiRequest once() {
    repeatable = false;
    return this;
  }

  /** How long its answer may take, instead of the client's timeout. */
  public ApiRequest timeout(Duration longest) {
    timeout = longest;
    return this;
  }

  public String method() {
    return method;
  }

  /** The path with names in braces, as in the API's description. */
  public String template() {
    return template;
  }

  public Map<String, String> queryParameters() {
    return query;
  }

  public Map<String, String> headers() {
    return headers;
  }

  public @Nullable Body body() {
    return body;
  }

  public boolean isRepeatable() {
    return repeatable;
  }

  /** Absent for the client's timeout. */
  public @Nullable Duration timeout() {
    return timeout;
  }

  /** The path and the query, encoded. */
  public String target() {
    StringJoiner parameters = new StringJoiner("&", path + "?", "").setEmptyValue(path);
    query.forEach((name, value) -> parameters.add(name + "=" + encoded(value)));
    return parameters.toString();
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
