package io.millrace.engine.job;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.NameRule;
import java.util.Optional;
import java.util.Set;

/** Reads the names in a job's document. */
final class NameReader {
  private NameReader() {}

  /** A name that must be given; empty if it was refused, which is noted. */
  static Optional<String> read(InputNode node, String field) {
    return node.required(field).flatMap(given -> given.text(text -> NameRule.check(field, text)));
  }

  /**
   * The name of one of several things, each with a name of its own.
   *
   * @param taken those before it; it is added
   */
  static Optional<String> read(InputNode node, Set<String> taken, String what) {
    Optional<String> name = read(node, "name");
    if (name.isPresent() && !taken.add(name.get())) {
      node.child("name").refuse("is the name of another " + what + " of this job");
    }
    return name;
  }
}
