package io.millrace.client.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A value of any type that a method of the client takes, with nothing left out. */
final class SampleArguments {
  private static final Map<Class<?>, Object> VALUES =
      Map.ofEntries(
          Map.entry(String.class, "x"),
          Map.entry(int.class, 1),
          Map.entry(Integer.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(Long.class, 1L),
          Map.entry(double.class, 1.0),
          Map.entry(Double.class, 1.0),
          Map.entry(boolean.class, true),
          Map.entry(Boolean.class, true),
          Map.entry(Instant.class, Instant.EPOCH),
          Map.entry(LocalDate.class, LocalDate.EPOCH),
          Map.entry(Duration.class, Duration.ofSeconds(1)),
          Map.entry(JsonNode.class, TextNode.valueOf("x")),
          Map.entry(Map.class, Map.of("x", "y")),
          Map.entry(Supplier.class, (Supplier<Object>) () -> null));

  private SampleArguments() {}

  static Object of(Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      Class<?> raw = (Class<?>) generic.getRawType();
      if (raw == List.class) {
        return List.of(of(generic.getActualTypeArguments()[0]));
      }
      return raw == Set.class ? Set.of(of(generic.getActualTypeArguments()[0])) : of(raw);
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isEnum()) {
      return plain.getEnumConstants()[0];
    }
    if (plain.isRecord()) {
      Type[] types =
          Arrays.stream(plain.getRecordComponents())
              .map(part -> part.getGenericType())
              .toArray(Type[]::new);
      Class<?>[] classes =
          Arrays.stream(plain.getRecordComponents())
              .map(part -> part.getType())
              .toArray(Class<?>[]::new);
      Constructor<?> constructor = plain.getDeclaredConstructor(classes);
      Object[] values = new Object[types.length];
      for (int i = 0; i < types.length; i++) {
        values[i] = of(types[i]);
      }
      return constructor.newInstance(values);
    }
    Object value = VALUES.get(plain);
    if (value == null) {
      throw new IllegalArgumentException("There is no sample of " + plain);
    }
    return value;
  }
}
