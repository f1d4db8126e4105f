package io.millrace.engine.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Map;
import java.util.UUID;

/** The stored and sent form of notifications. */
final class NotificationJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final TypeReference<Map<String, Object>> DETAILS = new TypeReference<>() {};
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private record NotificationBody(
      String id, String kind, String at, String subject, Map<String, Object> details) {}

  private NotificationJson() {}

  static byte[] body(Notification notification) {
    NotificationBody body =
        new NotificationBody(
            notification.id().toString(),
            notification.kind().text(),
            TIME.format(notification.at()),
            notification.subject(),
            notification.details());
    return text(body).getBytes(StandardCharsets.UTF_8);
  }

  /** The body of a test call. It looks like a notification of the kind {@code test}. */
  static byte[] testBody(UUID id, Instant at, String webhook, String by) {
    NotificationBody body =
        new NotificationBody(id.toString(), "test", TIME.format(at), webhook, Map.of("by", by));
    return text(body).getBytes(StandardCharsets.UTF_8);
  }

  static String details(Notification notification) {
    return text(notification.details());
  }

  static Map<String, Object> details(String stored) {
    try {
      return MAPPER.readValue(stored, DETAILS);
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("the details of a notification are not JSON", broken);
    }
  }

  private static String text(Object values) {
    try {
      return MAPPER.writeValueAsString(values);
    } catch (JsonProcessingException notPlain) {
      throw new IllegalArgumentException("details must be plain JSON values", notPlain);
    }
  }
}
