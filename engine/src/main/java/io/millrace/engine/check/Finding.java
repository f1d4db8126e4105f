package io.millrace.engine.check;

import java.util.List;

/**
 * What a rule found.
 *
 * @param looked how many things it looked at
 * @param broken how many of them are not as they must be
 * @param examples some of those, in words
 */
public record Finding(String rule, long looked, long broken, List<String> examples) {
  static final int MOST_EXAMPLES = 5;

  public boolean isFine() {
    return broken == 0;
  }

  @Override
  public String toString() {
    return "%-52s %s %,d looked at%s"
        .formatted(
            rule,
            isFine() ? "ok    " : "BROKEN",
            looked,
            isFine()
                ? ""
                : "; %,d broken:\n    %s".formatted(broken, String.join("\n    ", examples)));
  }
}
