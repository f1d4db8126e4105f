package io.millrace.engine.worker;

import java.util.concurrent.CompletionException;

/** What others say and throw, made fit for an outcome's message. */
final class Text {
  private static final int MAX_LENGTH = 500;

  private Text() {}

  /** Short, and without the one character that no database takes. */
  static String brief(String said) {
    String text = said.strip().replace('\0', '\uFFFD');
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    boolean halved = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1));
    return text.substring(0, halved ? MAX_LENGTH - 1 : MAX_LENGTH) + "…";
  }

  /** What went wrong, without the wrapping that a stage puts around it. */
  static Throwable cause(Throwable e) {
    return e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
  }

  static String brief(Throwable e) {
    Throwable cause = cause(e);
    String name = cause.getClass().getSimpleName();
    return cause.getMessage() == null ? name : name + ": " + brief(cause.getMessage());
  }
}
