package io.millrace.engine.check;

import java.util.List;

/**
 * The result of a rule.
 *
 * @param looked the number of items checked
 * @param broken the number of items that break the rule
 * @param examples descriptions of some of those
 */
public record Finding(String rule, long looked, long broken, List<String> examples) {
  static final int MOST_EXAMPLES = 5;

  public boolean isFine() {
    return broken == 0;
  }

  @Override
  public String toString() {
    return "%-52s %s %,d checked%s"
        .formatted(
            rule,
            isFine() ? "ok    " : "BROKEN",
            looked,
            isFine()
                ? ""
                : "; %,d broken:\n    %s".formatted(broken, String.join("\n    ", examples)));
  }
}
