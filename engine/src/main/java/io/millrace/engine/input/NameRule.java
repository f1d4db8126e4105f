package io.millrace.engine.input;

import java.util.regex.Pattern;

/** The rule for names of projects, jobs, triggers and steps: no slash, no dot and no at sign. */
public final class NameRule {
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]([A-Za-z0-9 _-]{0,98}[A-Za-z0-9_-])?");

  public static final String RULE =
      "must be 1 to 100 letters, digits, spaces, hyphens and underscores, with no space at either"
          + " end";

  private NameRule() {}

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  public static String check(String field, String text) {
    if (!isName(text)) {
      throw new InvalidInputException(field, text, RULE);
    }
    return text;
  }
}
