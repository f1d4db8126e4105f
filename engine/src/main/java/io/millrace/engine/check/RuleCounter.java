package io.millrace.engine.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Counts the items checked, and the items that break the rule. */
final class RuleCounter {
  private final String text;
  private final List<String> examples = new ArrayList<>();
  private long checked;
  private long broken;

  RuleCounter(String text) {
    this.text = text;
  }

  void expect(boolean right, Supplier<String> example) {
    checked++;
    if (!right) {
      broken++;
      if (examples.size() < Finding.MOST_EXAMPLES) {
        examples.add(example.get());
      }
    }
  }

  Finding finding() {
    return new Finding(text, checked, broken, examples);
  }
}
