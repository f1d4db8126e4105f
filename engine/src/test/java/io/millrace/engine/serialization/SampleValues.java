package io.millrace.engine.serialization;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Something of any type that is stored or sent, with a value in every field. */
final class SampleValues {
  private static final Map<Class<?>, Object> VALUES =
      Map.ofEntries(
          Map.entry(String.class, "text"),
          Map.entry(Object.class, "anything"),
          Map.entry(int.class, 7),
          Map.entry(Integer.class, 9),
          Map.entry(long.class, 8L),
          Map.entry(double.class, 0.5),
          Map.entry(boolean.class, true),
          Map.entry(Long.class, 7L),
          Map.entry(Instant.class, Instant.parse("2026-03-01T12:00:00.123Z")),
          Map.entry(Duration.class, Duration.ofMillis(600_500)),
          Map.entry(LocalDate.class, LocalDate.parse("2026-03-01")),
          Map.entry(UUID.class, UUID.fromString("01a1e451-28fe-7f1d-b60d-26f9e438fcb6")));

  private final ActorRefResolver resolver;

  SampleValues(ActorRefResolver resolver) {
    this.resolver = resolver;
  }

  Object of(Type type) {
    Class<?> raw = raw(type);
    if (raw == ActorRef.class) {
      return resolver.resolveActorRef("akka://millrace/user/somebody");
    } else if (raw == List.class) {
      return List.of(of(argument(type, 0)));
    } else if (raw == Set.class) {
      return Set.of(of(argument(type, 0)));
    } else if (raw == Map.class) {
      return Map.of(of(argument(type, 0)), of(argument(type, 1)));
    } else if (raw.isEnum()) {
      return raw.getEnumConstants()[raw.getEnumConstants().length - 1];
    } else if (raw.isRecord()) {
      return record(raw);
    }
    Object value = VALUES.get(raw);
    if (value == null) {
      throw new IllegalArgumentException("There is no sample of " + type);
    }
    return value;
  }

  private Object record(Class<?> type) {
    RecordComponent[] fields = type.getRecordComponents();
    try {
      Constructor<?> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(fields).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(
          Arrays.stream(fields).map(field -> of(field.getGenericType())).toArray());
    } catch (ReflectiveOperationException fault) {
      throw new AssertionError(type.getName(), fault);
    }
  }

  /** Adds a field to each record that is written there, as a later release may do. */
  static void addLaterFields(Type type, JsonNode written) {
    Class<?> raw = raw(type);
    if (raw == List.class || raw == Set.class || raw == Map.class) {
      Type inner = argument(type, raw == Map.class ? 1 : 0);
      written.forEach(item -> addLaterFields(inner, item));
    } else if (raw.isRecord() && written instanceof ObjectNode fields) {
      for (RecordComponent field : raw.getRecordComponents()) {
        addLaterFields(field.getGenericType(), fields.path(field.getName()));
      }
      fields.putObject("of_a_later_release").put("n", 1);
    }
  }

  static Class<?> raw(Type type) {
    return type instanceof ParameterizedType of ? (Class<?>) of.getRawType() : (Class<?>) type;
  }

  static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }
}
