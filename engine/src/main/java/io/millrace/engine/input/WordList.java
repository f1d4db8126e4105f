package io.millrace.engine.input;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Words of a fixed list: statuses, priorities, roles, modes. Each is written in one way. When read,
 * upper and lower case are the same, and so are {@code _}, {@code -}, a space and nothing.
 */
public final class WordList {
  /** Alternative spellings. */
  private static final Map<String, String> ALIASES = Map.of("cancelled", "canceled");

  private WordList() {}

  /** Returns a constant in the form of most documents, such as {@code planned-only}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Reads a constant in the form of {@link #of}. */
  public static <E extends Enum<E>> E read(Class<E> type, String field, String text) {
    return read(List.of(type.getEnumConstants()), WordList::of, field, text);
  }

  /** Reads a constant in upper case, such as {@code STEP_NEEDED}. */
  public static <E extends Enum<E>> E readName(Class<E> type, String field, String text) {
    return read(List.of(type.getEnumConstants()), Enum::name, field, text);
  }

  /**
   * Returns the item that the text means.
   *
   * @param spelling how each item is written
   * @throws InvalidInputException with the field, the text and all items
   */
  public static <T> T read(
      Collection<T> all, Function<? super T, String> spelling, String field, String text) {
    String word = plain(text);
    String canonical = ALIASES.getOrDefault(word, word);
    for (T item : all) {
      String candidate = plain(spelling.apply(item));
      if (candidate.equals(canonical) || candidate.replace("-", "").equals(canonical)) {
        return item;
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
