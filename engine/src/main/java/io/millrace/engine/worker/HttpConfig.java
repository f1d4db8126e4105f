package io.millrace.engine.worker;

import io.millrace.engine.credential.CredentialMask;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.outbound.OutboundRequest;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.task.Placeholders;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a definition says about an http request, checked by the same client that will send it. */
final class HttpConfig {
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  /** Whoever sets these could send another request than the one that is meant. */
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "via");

  private HttpConfig() {}

  static List<FieldError> check(Map<String, Object> config, String field, OutboundRule rule) {
    List<FieldError> errors = KnownFields.check(config, field, "url", "headers", "body");
    Object url = config.get("url");
    wrongUrl(url, rule).ifPresent(why -> errors.add(new FieldError(field + ".url", url, why)));
    errors.addAll(wrongHeaders(config.get("headers"), field + ".headers"));
    return errors;
  }

  /**
   * The request with the url and headers of a config that was checked, and the project's values in
   * their places.
   *
   * @throws AttemptRefusedException if there is no such value, or it cannot be sent; no value is
   *     named
   */
  static OutboundRequest request(Map<String, Object> config, TaskValues values, byte[] body) {
    Map<String, String> sent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sent.put("Content-Type", "application/json");
    if (config.get("headers") instanceof Map<?, ?> headers) {
      headers.forEach((name, value) -> putHeader(sent, (String) name, (String) value, values));
    }
    return new OutboundRequest(targetUri((String) config.get("url"), values), sent, body);
  }

  private static URI targetUri(String url, TaskValues values) {
    String replaced = values.replaced(url);
    if (wrongAddress(replaced).isPresent()) {
      throw new AttemptRefusedException(
          "Not a full http or https address without a password once its values are in place: "
              + CredentialMask.maskedText(url));
    }
    return URI.create(replaced);
  }

  private static void putHeader(
      Map<String, String> sent, String name, String value, TaskValues values) {
    String replaced = values.replaced(value);
    if (wrongHeader(name, replaced).isPresent()) {
      throw new AttemptRefusedException(
          "The header "
              + name
              + " cannot be sent once its values are in place: it is not a definition's to set, or"
              + " they have characters that are not allowed");
    }
    sent.put(name, replaced);
  }

  private static Optional<String> wrongUrl(Object url, OutboundRule rule) {
    if (!(url instanceof String text)) {
      return Optional.of("must be a string: where to post to");
    }
    String address = withStandIns(text);
    Optional<String> wrong = wrongAddress(address);
    return wrong.isPresent() ? wrong : rule.refusal(URI.create(address));
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
    String address = Placeholders.withStandIns(url.startsWith("${") ? "http://" + url : url, "x");
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
    if (OF_THE_CONNECTION.contains(key.toLowerCase(Locale.ROOT))
        || key.regionMatches(true, 0, "Proxy-", 0, 6)) {
      return Optional.of("is set by Millrace: it says how the request is sent, not what");
    }
    try {
      HttpRequest.newBuilder().setHeader(key, text);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("cannot be sent: it is reserved or has characters that are not allowed");
    }
  }
}
