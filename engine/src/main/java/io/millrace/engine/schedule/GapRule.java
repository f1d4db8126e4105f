package io.millrace.engine.schedule;

import io.millrace.engine.input.WordList;

/** What becomes of a local time that does not exist, because clocks were put forward over it. */
public enum GapRule {
  /** It fires at the first moment after the gap; several such times fire once. */
  SHIFT,
  /** It does not fire. */
  SKIP;

  public static GapRule parse(String text) {
    return WordList.read(GapRule.class, "gap", text);
  }
}
