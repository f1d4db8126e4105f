package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Placeholders;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a definition says about an http request, checked by the same client that will send it. */
final class HttpConfig {
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private HttpConfig() {}

  static List<FieldError> check(Map<String, Object> config, String field) {
    List<FieldError> errors = KnownFields.check(config, field, "url", "headers", "body");
    Object url = config.get("url");
    wrongUrl(url).ifPresent(why -> errors.add(new FieldError(field + ".url", url, why)));
    errors.addAll(wrongHeaders(config.get("headers"), field + ".headers"));
    return errors;
  }

  /**
   * The request with the url and headers of a config that was checked, and the project's values in
   * their places.
   *
   * @throws RefusedException if there is no such value, or it cannot be sent; no value is named
   */
  static HttpRequest.Builder request(Map<String, Object> config, Values values) {
    HttpRequest.Builder request = to((String) config.get("url"), values);
    request.setHeader("Content-Type", "application/json");
    if (config.get("headers") instanceof Map<?, ?> headers) {
      headers.forEach((name, value) -> set(request, (String) name, (String) value, values));
    }
    return request;
  }

  private static HttpRequest.Builder to(String url, Values values) {
    String replaced = values.replaced(url);
    if (wrongAddress(replaced).isPresent()) {
      throw new RefusedException(
          "Not a full http or https address without a password once its values are in place: "
              + url);
    }
    return HttpRequest.newBuilder(URI.create(replaced));
  }

  private static void set(HttpRequest.Builder request, String name, String value, Values values) {
    try {
      request.setHeader(name, values.replaced(value));
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          "The header "
              + name
              + " cannot be sent once its values are in place: they have characters that are not"
              + " allowed");
    }
  }

  private static Optional<String> wrongUrl(Object url) {
    if (!(url instanceof String text)) {
      return Optional.of("must be a string: where to post to");
    }
    return wrongAddress(withStandIns(text));
  }

  private static Optional<String> wrongAddress(String text) {
    try {
      URI uri = URI.create(text);
      HttpRequest.newBuilder(uri);
      return uri.getUserInfo() == null
          ? Optional.empty()
          : Optional.of("must not contain a password: put it into a header");
    } catch (IllegalArgumentException e) {
      return Optional.of("must be a full http or https address: " + e.getMessage());
    }
  }

  /** What stands first may be all up to the path; between a colon and the path there is a port. */
  private static String withStandIns(String url) {
    String address = Placeholders.standIns(url.startsWith("${") ? "http://" + url : url, "x");
    return address.equals(url)
        ? url
        : address.replaceFirst("^(https?://[^/?#]*):x(?=[/?#]|$)", "$1:1");
  }

  private static List<FieldError> wrongHeaders(Object headers, String field) {
    if (headers == null) {
      return List.of();
    }
    if (!(headers instanceof Map<?, ?> map)) {
      return List.of(new FieldError(field, headers, "must be names and values"));
    }
    List<FieldError> errors = new ArrayList<>();
    map.forEach(
        (name, value) ->
            wrongHeader(name, value)
                // Without the value, which may be a secret.
                .ifPresent(why -> errors.add(new FieldError(field + "." + name, null, why))));
    return errors;
  }

  private static Optional<String> wrongHeader(Object name, Object value) {
    if (!(name instanceof String key) || !(value instanceof String text)) {
      return Optional.of("must be a string: put it in quotes");
    }
    if (key.equalsIgnoreCase(IDEMPOTENCY_KEY)) {
      return Optional.of("is set by Millrace: the attempt's uid");
    }
    try {
      HttpRequest.newBuilder().setHeader(key, text);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("cannot be sent: it is reserved or has characters that are not allowed");
    }
  }
}
