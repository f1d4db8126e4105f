package io.millrace.engine.input;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Words of a fixed list: statuses, priorities, roles, modes. Each has one spelling when it is
 * written, and is read in any case; {@code _}, {@code -}, a space and nothing are the same in it.
 */
public final class WordList {
  /** Other spellings of the same word. */
  private static final Map<String, String> ALSO = Map.of("cancelled", "canceled");

  private WordList() {}

  /** A constant as most documents have it, such as {@code planned-only}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Reads a constant that is written as {@link #of} does. */
  public static <E extends Enum<E>> E read(Class<E> type, String field, String text) {
    return read(List.of(type.getEnumConstants()), WordList::of, field, text);
  }

  /** Reads a constant that is written in upper case, such as {@code STEP_NEEDED}. */
  public static <E extends Enum<E>> E readName(Class<E> type, String field, String text) {
    return read(List.of(type.getEnumConstants()), Enum::name, field, text);
  }

  /**
   * The one of them that is meant.
   *
   * @param spelling how each is written
   * @throws InvalidInputException that has the field and the text, and lists all of them
   */
  public static <T> T read(
      Collection<T> all, Function<? super T, String> spelling, String field, String text) {
    String given = plain(text);
    String meant = ALSO.getOrDefault(given, given);
    for (T one : all) {
      String word = plain(spelling.apply(one));
      if (word.equals(meant) || word.replace("-", "").equals(meant)) {
        return one;
      }
    }
    throw new InvalidInputException(
        field,
        text,
        all.stream().map(spelling).collect(Collectors.joining(", ", "is not one of ", "")));
  }

  private static String plain(String text) {
    return text.strip().toLowerCase(Locale.ROOT).replaceAll("[_\\s-]+", "-");
  }
}
