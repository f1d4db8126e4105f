package io.millrace.engine.schedule;

import io.millrace.engine.input.WordList;

/**
 * What happens at a local time that occurs twice, because clocks were put back.
 *
 * <p>The rule applies to each local time. With {@link #FIRST}, a cron line for every ten minutes
 * does not fire in the repeated hour, because each of its local times has fired before.
 */
public enum OverlapRule {
  /** It fires at the first occurrence only. */
  FIRST,
  /** It fires at the second occurrence only. */
  LAST,
  /** It fires at both. */
  BOTH;

  public static OverlapRule parse(String text) {
    return WordList.read(OverlapRule.class, "overlap", text);
  }
}
