package io.millrace.engine.schedule;

import io.millrace.engine.input.WordList;

/**
 * What becomes of a local time that comes twice, because clocks were put back over it.
 *
 * <p>The rule is about each local time, whatever the schedule: with {@link #FIRST} a cron line for
 * every ten minutes rests during the second pass, since each of its local times has fired.
 */
public enum OverlapRule {
  /** It fires the first time only. */
  FIRST,
  /** It fires the second time only. */
  LAST,
  /** It fires both times. */
  BOTH;

  public static OverlapRule parse(String text) {
    return WordList.read(OverlapRule.class, "overlap", text);
  }
}
