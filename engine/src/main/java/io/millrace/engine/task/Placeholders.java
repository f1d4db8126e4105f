package io.millrace.engine.task;

import io.millrace.engine.input.FieldError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code ${config.NAME}} and {@code ${secret.NAME}} in a definition: they stand for values of the
 * project, put in their places when it runs, so that no definition has a secret in it.
 */
public final class Placeholders {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{(config|secret)\\.([A-Za-z0-9._-]{1,100})}");

  private static final String SECRET = "secret";

  /** What is wrong with one. */
  @FunctionalInterface
  private interface Wrong {
    /** Null if nothing is. */
    String reason(boolean secret, String name);
  }

  private Placeholders() {}

  /**
   * What is wrong with the placeholders of a step's run.
   *
   * @param field the path of the run in its document
   * @param secrets the names of those that the step is given
   */
  public static List<FieldError> check(Run run, String field, Collection<String> secrets) {
    return check(
        run,
        field,
        (secret, name) ->
            secret && !secrets.contains(name)
                ? "names a secret that is not among the step's secrets"
                : null);
  }

  /** The same for what belongs to no project, and therefore has nothing to put in their places. */
  public static List<FieldError> checkNone(Run run, String field) {
    return check(run, field, (secret, name) -> "only the steps of a job have config and secrets");
  }

  private static List<FieldError> check(Run run, String field, Wrong wrong) {
    List<FieldError> errors = new ArrayList<>();
    check(run.config(), field + "." + run.kind(), wrong, errors);
    return errors;
  }

  private static void check(Object plain, String field, Wrong wrong, List<FieldError> errors) {
    if (plain instanceof Map<?, ?> map) {
      map.forEach((name, value) -> check(value, field + "." + name, wrong, errors));
    } else if (plain instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        check(list.get(i), field + "[" + i + "]", wrong, errors);
      }
    } else if (plain instanceof String text) {
      Matcher found = PLACEHOLDER.matcher(text);
      while (found.find()) {
        String reason = wrong.reason(found.group(1).equals(SECRET), found.group(2));
        if (reason != null) {
          errors.add(new FieldError(field, found.group(), reason));
        }
      }
    }
  }

  /**
   * The text with something harmless in the place of each, to see whether the rest of it is right.
   */
  public static String standIns(String text, String standIn) {
    return PLACEHOLDER.matcher(text).replaceAll(Matcher.quoteReplacement(standIn));
  }

  /**
   * Plain values with those of the project in their places, in the texts of lists and mappings too.
   *
   * @throws NoSuchElementException if the project has no such value; it says which
   */
  public static Object replaced(
      Object plain, Map<String, String> config, Map<String, String> secrets) {
    if (plain instanceof Map<?, ?> map) {
      Map<Object, Object> values = new LinkedHashMap<>();
      map.forEach((name, value) -> values.put(name, replaced(value, config, secrets)));
      return values;
    }
    if (plain instanceof List<?> list) {
      return list.stream().map(item -> replaced(item, config, secrets)).toList();
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
          "There is no value for "
              + found.group()
              + (found.group(1).equals(SECRET) ? " among the step's secrets" : " in the project"));
    }
    return value;
  }
}
