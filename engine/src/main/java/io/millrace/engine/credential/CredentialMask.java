package io.millrace.engine.credential;

import io.millrace.engine.credential.CredentialFinder.CredentialPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds credentials in plain values (mappings, lists, texts and numbers), and shows the values
 * without them. This is the only place that decides what a credential is.
 */
public final class CredentialMask {
  /** The text that is shown instead of each credential. */
  public static final String SHOWN = "***";

  /** The group is the last name, such as the name of a header. */
  private static final Pattern RUN_FIELD =
      Pattern.compile("(?:.*\\.)?run\\..*?([^.\\[\\]]+)(?:\\[\\d+])*");

  /** Replaces a value that contains credentials. */
  @FunctionalInterface
  private interface CredentialReplacer {
    /** Returns the replacement. */
    Object replace(String text, String field, List<CredentialPart> parts);
  }

  private CredentialMask() {}

  /** Returns the values without credentials. */
  public static Object masked(Object plain) {
    return walk(plain, "", null, null, (text, field, parts) -> masked(text, parts));
  }

  /** Returns a run, which maps its kind to the config of its runner, without credentials. */
  public static Object maskedRun(Object run) {
    if (!(run instanceof Map<?, ?> kinds)) {
      return masked(run);
    }
    Map<Object, Object> masked = new LinkedHashMap<>();
    kinds.forEach((kind, config) -> masked.put(kind, masked(config)));
    return masked;
  }

  /** Returns a text without the passwords and tokens of the addresses in it. */
  public static String maskedText(String text) {
    return masked(text, CredentialFinder.within(text));
  }

  /**
   * Returns a refused value in a form that may be shown.
   *
   * @param field its path; only within runs does the name of the field count
   */
  public static @Nullable Object maskedIn(String field, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    Matcher inRun = RUN_FIELD.matcher(field);
    if ((value instanceof String || value instanceof Number) && inRun.matches()) {
      return walk(value, "", inRun.group(1), null, (text, path, parts) -> masked(text, parts));
    }
    return value instanceof String text ? maskedText(text) : masked(value);
  }

  static String masked(String text, List<CredentialPart> parts) {
    return CredentialFinder.without(parts, text, SHOWN);
  }

  /**
   * Returns all credentials, ordered by field.
   *
   * @param field the path of the values in their document
   */
  public static List<Credential> find(Object plain, String field) {
    List<Credential> found = new ArrayList<>();
    walk(
        plain,
        field,
        null,
        null,
        (text, path, parts) -> {
          for (CredentialPart part : parts) {
            boolean whole = part.start() == 0 && part.end() == text.length();
            found.add(new Credential(path, part.name(), whole, part.of(text)));
          }
          return text;
        });
    found.sort(Comparator.comparing(Credential::field));
    return found;
  }

  /**
   * @param key the field of this value, or of the list that contains it, if there is one
   * @param before the previous text in its list, empty for the first; absent outside of lists
   */
  private static Object walk(
      Object plain,
      String field,
      @Nullable String key,
      @Nullable String before,
      CredentialReplacer replacer) {
    if (plain instanceof Map<?, ?> map) {
      Map<Object, Object> values = new LinkedHashMap<>();
      map.forEach(
          (name, value) ->
              values.put(name, walk(value, field + "." + name, name.toString(), null, replacer)));
      return values;
    }
    if (plain instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      Object last = "";
      for (Object item : list) {
        String path = field + "[" + values.size() + "]";
        values.add(walk(item, path, key, last instanceof String text ? text : "", replacer));
        last = item;
      }
      return values;
    }
    List<CredentialPart> parts =
        plain instanceof String || plain instanceof Number
            ? parts(plain.toString(), plain instanceof Number, key, before)
            : List.of();
    return parts.isEmpty() ? plain : replacer.replace(plain.toString(), field, parts);
  }

  /**
   * Finds credentials in a text or a number. {@code key} and {@code before} are as for the walk.
   */
  static List<CredentialPart> parts(
      String text, boolean number, @Nullable String key, @Nullable String before) {
    if (number) {
      return key != null && CredentialName.isLikeOfNumber(key)
          ? CredentialFinder.value(key, text)
          : List.of();
    }
    if (key != null && CredentialName.isLike(key)) {
      return CredentialFinder.value(key, text);
    }
    return before == null ? CredentialFinder.within(text) : CredentialFinder.argument(before, text);
  }
}
