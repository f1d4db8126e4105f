package io.millrace.engine.task;

import io.millrace.engine.credential.PlaceholderPattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The placeholders {@code ${config.NAME}} and {@code ${secret.NAME}} in a definition. They are
 * replaced with values of the project when a task runs, so that no definition contains a secret.
 */
public final class Placeholders {
  private static final Pattern PLACEHOLDER = PlaceholderPattern.PATTERN;
  private static final String SECRET = "secret";

  private Placeholders() {}

  /** The names of the secrets that a run uses, without duplicates. */
  public static SortedSet<String> secrets(RunSpec run) {
    SortedSet<String> names = new TreeSet<>();
    each(
        run.config(),
        found -> {
          if (found.group(1).equals(SECRET)) {
            names.add(found.group(2));
          }
        });
    return names;
  }

  /** Whether a run uses any value of its project. */
  public static boolean isAnyIn(RunSpec run) {
    boolean[] any = {false};
    each(run.config(), found -> any[0] = true);
    return any[0];
  }

  /** The first placeholder in a text, as written. */
  public static Optional<String> first(String text) {
    return PLACEHOLDER.matcher(text).results().map(MatchResult::group).findFirst();
  }

  private static void each(Object plain, Consumer<MatchResult> found) {
    if (plain instanceof Map<?, ?> map) {
      map.values().forEach(value -> each(value, found));
    } else if (plain instanceof List<?> list) {
      list.forEach(item -> each(item, found));
    } else if (plain instanceof String text) {
      PLACEHOLDER.matcher(text).results().forEach(found);
    }
  }

  /** The text with a harmless stand-in for each placeholder, to validate the rest of the text. */
  public static String withStandIns(String text, String standIn) {
    return PLACEHOLDER.matcher(text).replaceAll(Matcher.quoteReplacement(standIn));
  }

  /**
   * Replaces the placeholders with values of the project, also in nested lists and mappings.
   *
   * @throws NoSuchElementException if the project has no such value; the message names it
   */
  public static @Nullable Object resolve(
      @Nullable Object plain, Map<String, String> config, Map<String, String> secrets) {
    if (plain instanceof Map<?, ?> map) {
      Map<Object, Object> values = new LinkedHashMap<>();
      map.forEach((name, value) -> values.put(name, resolve(value, config, secrets)));
      return values;
    }
    if (plain instanceof List<?> list) {
      return list.stream().map(item -> resolve(item, config, secrets)).toList();
    }
    return plain instanceof String text && text.contains("${")
        ? PLACEHOLDER
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(value(found, config, secrets)))
        : plain;
  }

  private static String value(
      MatchResult found, Map<String, String> config, Map<String, String> secrets) {
    String value = (found.group(1).equals(SECRET) ? secrets : config).get(found.group(2));
    if (value == null) {
      throw new NoSuchElementException(
          "The project has no value for "
              + found.group()
              + (found.group(1).equals(SECRET) ? " among the task's secrets" : ""));
    }
    return value;
  }
}
