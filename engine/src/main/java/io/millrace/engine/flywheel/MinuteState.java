package io.millrace.engine.flywheel;

import java.util.Locale;

/** The state of a minute of the plan. */
public enum MinuteState {
  WAITING,
  DONE,
  /** It became too old before it could run. */
  MISSED;

  /** The word of the API and the tables. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static MinuteState of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
