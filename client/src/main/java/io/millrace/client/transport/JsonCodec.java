package io.millrace.client.transport;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** JSON as the API writes it: snake_case, ISO-8601 times, an empty text for a time to come. */
public final class JsonCodec {
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .addModule(
              new SimpleModule("millrace-times")
                  .addSerializer(Instant.class, new TextWriter<>(Instant.class))
                  .addSerializer(LocalDate.class, new TextWriter<>(LocalDate.class))
                  .addDeserializer(Instant.class, new TextReader<>(Instant.class, Instant::parse))
                  .addDeserializer(
                      LocalDate.class, new TextReader<>(LocalDate.class, LocalDate::parse)))
          .build();

  private JsonCodec() {}

  /** The value as JSON; a value that is none is the caller's mistake. */
  public static String write(@Nullable Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException notJson) {
      throw new IllegalArgumentException(
          "This cannot be written as JSON: " + notJson.getOriginalMessage(), notJson);
    }
  }

  private static final class TextWriter<T> extends StdSerializer<T> {
    private static final long serialVersionUID = 1L;

    TextWriter(Class<T> type) {
      super(type);
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(value.toString());
    }
  }

  private static final class TextReader<T> extends StdDeserializer<T> {
    private static final long serialVersionUID = 1L;

    private final transient Function<String, T> parser;

    TextReader(Class<T> type, Function<String, T> parser) {
      super(type);
      this.parser = parser;
    }

    @Override
    public @Nullable T deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      String text = in.getText();
      try {
        return text.isEmpty() ? null : parser.apply(text);
      } catch (DateTimeParseException notATime) {
        throw JsonMappingException.from(in, "'" + text + "' is not a time", notATime);
      }
    }
  }
}
