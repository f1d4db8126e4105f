package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
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

  /** The request with the url and headers of a config that was checked. */
  static HttpRequest.Builder request(Map<String, Object> config) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create((String) config.get("url")));
    request.setHeader("Content-Type", "application/json");
    if (config.get("headers") instanceof Map<?, ?> headers) {
      headers.forEach((name, value) -> request.setHeader((String) name, (String) value));
    }
    return request;
  }

  private static Optional<String> wrongUrl(Object url) {
    if (!(url instanceof String text)) {
      return Optional.of("must be a string: where to post to");
    }
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
