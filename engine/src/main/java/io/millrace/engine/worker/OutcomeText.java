package io.millrace.engine.worker;

import java.util.concurrent.CompletionException;

/** What others say and throw, made fit for an outcome's message. */
final class OutcomeText {
  private static final int MAX_LENGTH = 500;

  private OutcomeText() {}

  /** Short, and without the one character that no database takes. */
  static String brief(String said) {
    String text = said.strip().replace('\0', '\uFFFD');
    return text.length() <= MAX_LENGTH ? text : first(MAX_LENGTH, text) + "…";
  }

  /** The beginning of a text. Half a surrogate pair is no character: it goes, too. */
  static String first(int most, String text) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
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
