package io.millrace.http.endpoint;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.engine.input.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** JSON in and out. */
public final class Json {
  public static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Json() {}

  public static HttpResponse ok(Object body) {
    return response(StatusCodes.OK, body);
  }

  public static HttpResponse response(StatusCode status, Object body) {
    return HttpResponse.create()
        .withStatus(status)
        .withEntity(ContentTypes.APPLICATION_JSON, bytes(body));
  }

  /** A response that is there already, where a later one is expected. */
  public static CompletionStage<HttpResponse> done(HttpResponse response) {
    return CompletableFuture.completedFuture(response);
  }

  static byte[] bytes(Object body) {
    try {
      return MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public static String text(Object body) {
    return new String(bytes(body), StandardCharsets.UTF_8);
  }

  /** A JSON object whose texts can be stored, or an error that says why it is none. */
  public static JsonNode object(String text) {
    return JsonDocument.object(text);
  }

  /** A time as the API writes it; the empty string for one that has not come. */
  public static String time(@Nullable Instant instant) {
    return instant == null ? "" : TIME.format(instant);
  }
}
