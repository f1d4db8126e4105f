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
import org.jspecify.annotations.Nullable;

/** Reads and checks the config of an http request, with the rules of the client that sends it. */
final class HttpConfig {
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  /** Headers that control the connection. A definition could use them to send another request. */
  private static final Set<String> CONNECTION_HEADERS =
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
    List<FieldError> errors = UnknownFieldCheck.check(config, field, "url", "headers", "body");
    Object url = config.get("url");
    urlError(url, rule)
        .ifPresent(reason -> errors.add(new FieldError(field + ".url", url, reason)));
    errors.addAll(headerErrors(config.get("headers"), field + ".headers"));
    return errors;
  }

  /**
   * Returns the request with the url and headers of a checked config, and the values of the project
   * inserted.
   *
   * @throws AttemptRefusedException if a value is missing or cannot be sent; the message shows no
   *     value
   */
  static OutboundRequest request(Map<String, Object> config, TaskValues values, byte[] body) {
    Map<String, String> requestHeaders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    requestHeaders.put("Content-Type", "application/json");
    if (config.get("headers") instanceof Map<?, ?> headers) {
      headers.forEach(
          (name, value) -> putHeader(requestHeaders, (String) name, (String) value, values));
    }
    return new OutboundRequest(
        targetUri(String.valueOf(config.get("url")), values), requestHeaders, body);
  }

  private static URI targetUri(String url, TaskValues values) {
    String replaced = values.replaced(url);
    if (addressError(replaced).isPresent()) {
      throw new AttemptRefusedException(
          "The url is not a full http or https address without a password, once its values are"
              + " inserted: "
              + CredentialMask.maskedText(url));
    }
    return URI.create(replaced);
  }

  private static void putHeader(
      Map<String, String> requestHeaders, String name, String value, TaskValues values) {
    String replaced = values.replaced(value);
    if (headerError(name, replaced).isPresent()) {
      throw new AttemptRefusedException(
          "The header "
              + name
              + " cannot be sent with its values inserted: a definition may not set it, or the"
              + " values have characters that are not allowed");
    }
    requestHeaders.put(name, replaced);
  }

  private static Optional<String> urlError(@Nullable Object url, OutboundRule rule) {
    if (!(url instanceof String text)) {
      return Optional.of("must be a string: the address to post to");
    }
    String address = withStandIns(text);
    Optional<String> error = addressError(address);
    return error.isPresent() ? error : rule.refusal(URI.create(address));
  }

  private static Optional<String> addressError(String text) {
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

  /** A leading placeholder may stand for everything up to the path; one after a colon is a port. */
  private static String withStandIns(String url) {
    String address = Placeholders.withStandIns(url.startsWith("${") ? "http://" + url : url, "x");
    return address.equals(url)
        ? url
        : address.replaceFirst("^(https?://[^/?#]*):x(?=[/?#]|$)", "$1:1");
  }

  private static List<FieldError> headerErrors(@Nullable Object headers, String field) {
    if (headers == null) {
      return List.of();
    }
    if (!(headers instanceof Map<?, ?> map)) {
      return List.of(new FieldError(field, headers, "must be a mapping of names to values"));
    }
    List<FieldError> errors = new ArrayList<>();
    map.forEach(
        (name, value) ->
            headerError(name, value)
                // The value is omitted, because it may be a secret.
                .ifPresent(reason -> errors.add(new FieldError(field + "." + name, null, reason))));
    return errors;
  }

  private static Optional<String> headerError(@Nullable Object name, @Nullable Object value) {
    if (!(name instanceof String key) || !(value instanceof String text)) {
      return Optional.of("must be a string: put it in quotes");
    }
    if (key.equalsIgnoreCase(IDEMPOTENCY_KEY)) {
      return Optional.of("is set by Millrace: the attempt's uid");
    }
    if (CONNECTION_HEADERS.contains(key.toLowerCase(Locale.ROOT))
        || key.regionMatches(true, 0, "Proxy-", 0, 6)) {
      return Optional.of("is set by Millrace: it controls how the request is sent");
    }
    try {
      HttpRequest.newBuilder().setHeader(key, text);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("cannot be sent: it is reserved or has characters that are not allowed");
    }
  }
}
