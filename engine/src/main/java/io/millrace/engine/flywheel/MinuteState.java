package io.millrace.engine.flywheel;

import java.util.Locale;

/** What became of a minute of the plan. */
public enum MinuteState {
  WAITING,
  DONE,
  /** It could not run before it was too old. */
  MISSED;

  /** The word the API and the tables use. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static MinuteState of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
