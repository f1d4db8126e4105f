package io.millrace.http.logging;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/**
 * A message of the log on one line: a name with a line break in it must not look like a second one.
 */
public final class OneLineMessageConverter extends MessageConverter {

  @Override
  public String convert(ILoggingEvent event) {
    return escape(super.convert(event));
  }

  /** With control characters, and what breaks a line, written as in Java. */
  static String escape(String text) {
    if (text == null || text.codePoints().noneMatch(OneLineMessageConverter::isControl)) {
      return text;
    }
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (isControl(c)) {
                line.append(escaped(c));
              } else {
                line.appendCodePoint(c);
              }
            });
    return line.toString();
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      default -> "\\u%04x".formatted(c);
    };
  }

  /** Whether this is a control character, or one that changes the direction of the text. */
  public static boolean isControl(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c != '\t';
      case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> false;
    };
  }
}
