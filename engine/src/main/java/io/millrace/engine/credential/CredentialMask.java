package io.millrace.engine.credential;

import io.millrace.engine.credential.CredentialFinder.CredentialPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds credentials in plain values (mappings, lists, texts and numbers), and shows the values
 * without them. This is the one place that decides what a credential is.
 */
public final class CredentialMask {
  /** What is shown in the place of each. */
  public static final String SHOWN = "***";

  /** The group is the last name, such as that of a header. */
  private static final Pattern IN_A_RUN =
      Pattern.compile("(?:.*\\.)?run\\..*?([^.\\[\\]]+)(?:\\[\\d+])*");

  /** Looks at a value that has credentials in it. */
  @FunctionalInterface
  private interface CredentialReplacer {
    /** What takes its place. */
    Object replace(String text, String field, List<CredentialPart> parts);
  }

  private CredentialMask() {}

  /** The same values without credentials. */
  public static Object masked(Object plain) {
    return walk(plain, "", null, null, (text, field, parts) -> masked(text, parts));
  }

  /** A run, which is a mapping from its kind to what its runner is told, without credentials. */
  public static Object maskedRun(Object run) {
    if (!(run instanceof Map<?, ?> kinds)) {
      return masked(run);
    }
    Map<Object, Object> shown = new LinkedHashMap<>();
    kinds.forEach((kind, config) -> shown.put(kind, masked(config)));
    return shown;
  }

  /** A text without the passwords and tokens of the addresses in it. */
  public static String maskedText(String text) {
    return masked(text, CredentialFinder.within(text));
  }

  /**
   * A value that is refused, as it may be told.
   *
   * @param field its path; whether its name says that it is a credential counts inside of runs only
   */
  public static Object maskedIn(String field, Object value) {
    Matcher inRun = IN_A_RUN.matcher(field);
    boolean isScalar = value instanceof String || value instanceof Number;
    if (isScalar && inRun.matches()) {
      return walk(value, "", inRun.group(1), null, (text, at, parts) -> masked(text, parts));
    }
    return value instanceof String text ? maskedText(text) : masked(value);
  }

  static String masked(String text, List<CredentialPart> parts) {
    return CredentialFinder.without(parts, text, SHOWN);
  }

  /**
   * All there are, in the order of their fields.
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
        (text, at, parts) -> {
          for (CredentialPart part : parts) {
            boolean whole = part.start() == 0 && part.end() == text.length();
            found.add(new Credential(at, part.name(), whole, part.of(text)));
          }
          return text;
        });
    found.sort(Comparator.comparing(Credential::field));
    return found;
  }

  /**
   * @param key the field whose value it is, or whose list it is in; null if there is none
   * @param before the text before it in its list, empty for the first one; null outside of lists
   */
  private static Object walk(
      Object plain, String field, String key, String before, CredentialReplacer look) {
    if (plain instanceof Map<?, ?> map) {
      Map<Object, Object> values = new LinkedHashMap<>();
      map.forEach(
          (name, value) ->
              values.put(name, walk(value, field + "." + name, name.toString(), null, look)));
      return values;
    }
    if (plain instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      Object last = "";
      for (Object item : list) {
        String at = field + "[" + values.size() + "]";
        values.add(walk(item, at, key, last instanceof String text ? text : "", look));
        last = item;
      }
      return values;
    }
    List<CredentialPart> parts =
        plain instanceof String || plain instanceof Number
            ? parts(plain.toString(), plain instanceof Number, key, before)
            : List.of();
    return parts.isEmpty() ? plain : look.replace(plain.toString(), field, parts);
  }

  /** The credentials in a text or a number; {@code key} and {@code before} are as for the walk. */
  static List<CredentialPart> parts(String text, boolean number, String key, String before) {
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
