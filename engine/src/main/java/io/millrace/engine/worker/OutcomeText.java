package io.millrace.engine.worker;

import java.util.concurrent.CompletionException;

/** Makes texts and exceptions of others fit for the message of an outcome. */
public final class OutcomeText {
  private static final int MAX_LENGTH = 500;

  private OutcomeText() {}

  /** Shortens a text, and replaces the one character that no database accepts. */
  public static String brief(String message) {
    String text = message.strip().replace('\0', '\uFFFD');
    return text.length() <= MAX_LENGTH ? text : first(MAX_LENGTH, text) + "…";
  }

  /** Returns the beginning of a text. Half a surrogate pair at its end is dropped. */
  static String first(int maxLength, String text) {
    if (text.length() <= maxLength) {
      return text;
    }
    return text.substring(
        0, Character.isHighSurrogate(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength);
  }

  /** Returns the fault without the wrapper that a stage puts around it. */
  public static Throwable cause(Throwable e) {
    return e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
  }

  public static String brief(Throwable e) {
    Throwable cause = cause(e);
    String name = cause.getClass().getSimpleName();
    return cause.getMessage() == null ? name : name + ": " + brief(cause.getMessage());
  }
}
