package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.util.List;

/**
 * What came of one attack.
 *
 * @param worstAlive the longest that {@code /alive} took meanwhile, in milliseconds
 * @param findings what must hold, and whether it did
 */
record AttackReport(
    String attack, AttackTally tally, double seconds, double worstAlive, List<Finding> findings) {

  static final String HEADER =
      "%-14s %9s %7s  %9s  %-7s %s"
          .formatted("attack", "requests", "s", "/alive ms", "verdict", "answered how");

  boolean isFine() {
    return findings.stream().allMatch(Finding::isFine);
  }

  /** A row of the table. */
  @Override
  public String toString() {
    return "%-14s %,9d %7.1f  %9.0f  %-7s %s"
        .formatted(
            attack, tally.requests(), seconds, worstAlive, isFine() ? "ok" : "BROKEN", tally);
  }
}
