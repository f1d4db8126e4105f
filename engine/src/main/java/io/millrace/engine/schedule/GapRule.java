package io.millrace.engine.schedule;

import io.millrace.engine.input.WordList;

/** What happens at a local time that does not exist, because clocks were put forward. */
public enum GapRule {
  /** It fires at the first instant after the gap. Several such times fire once. */
  SHIFT,
  /** It does not fire. */
  SKIP;

  public static GapRule parse(String text) {
    return WordList.read(GapRule.class, "gap", text);
  }
}
