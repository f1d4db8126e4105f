package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What must hold, rule by rule, as it is looked at. */
final class Checklist {
  private static final int MOST_EXAMPLES = 5;
  private static final int LONGEST_EXAMPLE = 300;

  private static final class CheckedRule {
    private long looked;
    private long broken;
    private final List<String> examples = new ArrayList<>();
  }

  private final Map<String, CheckedRule> rules = new LinkedHashMap<>();

  /**
   * @param example what it looks like if it does not hold
   */
  synchronized void check(String rule, boolean holds, Object example) {
    CheckedRule counted = rules.computeIfAbsent(rule, name -> new CheckedRule());
    counted.looked++;
    if (!holds) {
      counted.broken++;
      if (counted.examples.size() < MOST_EXAMPLES) {
        counted.examples.add(oneLine(String.valueOf(example)));
      }
    }
  }

  private static String oneLine(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= LONGEST_EXAMPLE ? line : line.substring(0, LONGEST_EXAMPLE) + "…";
  }

  synchronized List<Finding> findings() {
    return rules.entrySet().stream()
        .map(
            entry ->
                new Finding(
                    entry.getKey(),
                    entry.getValue().looked,
                    entry.getValue().broken,
                    List.copyOf(entry.getValue().examples)))
        .toList();
  }
}
