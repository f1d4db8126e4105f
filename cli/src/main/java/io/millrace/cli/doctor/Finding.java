package io.millrace.cli.doctor;

import java.util.Locale;

/**
 * What a check found.
 *
 * @param next what to do; empty if nothing is wrong
 */
record Finding(Level level, String check, String text, String next) {
  /** How bad it is. */
  enum Level {
    OK,
    WARN,
    FAIL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(String check, String text) {
    return new Finding(Level.OK, check, text, "");
  }

  static Finding warn(String check, String text, String next) {
    return new Finding(Level.WARN, check, text, next);
  }

  static Finding fail(String check, String text, String next) {
    return new Finding(Level.FAIL, check, text, next);
  }
}
