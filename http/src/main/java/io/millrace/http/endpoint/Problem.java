package io.millrace.http.endpoint;

import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.MediaTypes;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error as the API tells it (RFC 9457).
 *
 * @param type its stable name, such as {@code stale-attempt}
 */
public record Problem(StatusCode status, String type, String detail, List<FieldError> errors) {
  private static final akka.http.javadsl.model.ContentType.WithFixedCharset JSON =
      akka.http.javadsl.model.ContentTypes.create(
          MediaTypes.customWithFixedCharset(
              "application",
              "problem+json",
              akka.http.javadsl.model.HttpCharsets.UTF_8,
              Map.of(),
              true));

  public static Problem of(StatusCode status, String type, String detail) {
    return new Problem(status, type, detail, List.of());
  }

  public static Problem invalid(InvalidInputException refused) {
    return new Problem(
        StatusCodes.BAD_REQUEST, "invalid-input", refused.getMessage(), refused.errors());
  }

  public static Problem field(String field, @Nullable Object value, String reason) {
    return invalid(new InvalidInputException(field, value, reason));
  }

  public static Problem notFound(String what, @Nullable String value) {
    return new Problem(
        StatusCodes.NOT_FOUND,
        "unknown-" + what,
        "There is no " + what + " '" + value + "'",
        List.of(new FieldError(what, value, "does not exist")));
  }

  /** The type of a problem that is no more than its status. */
  public static String type(StatusCode status) {
    return status.reason().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  public static Problem forbidden(String detail) {
    return of(StatusCodes.FORBIDDEN, "forbidden", detail);
  }

  public static Problem overloaded(String detail) {
    return of(StatusCodes.SERVICE_UNAVAILABLE, "overloaded", detail);
  }

  public HttpResponse response() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", "/problems/" + type);
    body.put("title", status.reason());
    body.put("status", status.intValue());
    body.put("detail", detail);
    if (!errors.isEmpty()) {
      body.put("errors", errors.stream().map(Problem::error).toList());
    }
    HttpResponse response =
        HttpResponse.create()
            .withStatus(status)
            .withEntity(HttpEntities.create(JSON, Json.bytes(body)));
    return status.equals(StatusCodes.SERVICE_UNAVAILABLE)
            || status.equals(StatusCodes.TOO_MANY_REQUESTS)
        ? response.addHeader(RawHeader.create("Retry-After", "1"))
        : response;
  }

  private static Map<String, Object> error(FieldError error) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("field", error.field());
    body.put("value", error.value());
    body.put("reason", error.reason());
    FieldError.FilePosition position = error.position();
    if (position != null) {
      body.put("file", position.file());
      body.put("line", position.line());
    }
    return body;
  }
}
