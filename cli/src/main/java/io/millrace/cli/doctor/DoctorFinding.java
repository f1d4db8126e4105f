package io.millrace.cli.doctor;

import java.util.Locale;

/**
 * What a check found.
 *
 * @param next what to do; empty if nothing is wrong
 */
record DoctorFinding(Level level, String check, String text, String next) {
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

  static DoctorFinding ok(String check, String text) {
    return new DoctorFinding(Level.OK, check, text, "");
  }

  static DoctorFinding warn(String check, String text, String next) {
    return new DoctorFinding(Level.WARN, check, text, next);
  }

  static DoctorFinding fail(String check, String text, String next) {
    return new DoctorFinding(Level.FAIL, check, text, next);
  }
}
