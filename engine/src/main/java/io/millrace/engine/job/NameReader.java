package io.millrace.engine.job;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.NameRule;
import java.util.Optional;
import java.util.Set;

/** Reads the names in a job's document. */
final class NameReader {
  private NameReader() {}

  /** Reads a required name; empty if it is invalid, which is noted as an error. */
  static Optional<String> read(InputNode node, String field) {
    return node.required(field).flatMap(value -> value.text(text -> NameRule.check(field, text)));
  }

  /**
   * Reads a name that must be unique.
   *
   * @param taken the names so far; this one is added
   */
  static Optional<String> read(InputNode node, Set<String> taken, String what) {
    Optional<String> name = read(node, "name");
    if (name.isPresent() && !taken.add(name.get())) {
      node.child("name").refuse("is already the name of another " + what + " of this job");
    }
    return name;
  }
}
