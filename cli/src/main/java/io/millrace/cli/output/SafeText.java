package io.millrace.cli.output;

/** Text of others without anything that a terminal would obey. */
public final class SafeText {
  private static final char REPLACEMENT = '\uFFFD';

  private SafeText() {}

  /** On one line. */
  public static String line(String text) {
    return clean(text, false);
  }

  /** Line ends and tabs stay. */
  public static String lines(String text) {
    return clean(text, true);
  }

  private static String clean(String text, boolean keepLines) {
    StringBuilder clean = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char safe = keepLines && (c == '\n' || c == '\t') ? c : safe(c);
      if (safe != c && clean == null) {
        clean = new StringBuilder(text);
      }
      if (clean != null) {
        clean.setCharAt(i, safe);
      }
    }
    return clean == null ? text : clean.toString();
  }

  /** Controls, and characters that change the direction or the place of others. */
  private static char safe(char c) {
    if (c == '\n' || c == '\r' || c == '\t') {
      return ' ';
    }
    boolean control = c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == '\u2028' || c == '\u2029';
    return control || Character.getType(c) == Character.FORMAT ? REPLACEMENT : c;
  }
}
