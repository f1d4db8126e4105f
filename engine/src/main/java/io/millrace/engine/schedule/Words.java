package io.millrace.engine.schedule;

import io.millrace.engine.input.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Enum constants as they are written in documents: in lower case. */
final class Words {
  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E parse(Class<E> type, String field, String text) {
    E[] constants = type.getEnumConstants();
    return Arrays.stream(constants)
        .filter(constant -> of(constant).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    field,
                    text,
                    "must be one of "
                        + Arrays.stream(constants)
                            .map(Words::of)
                            .collect(Collectors.joining(", "))));
  }
}
