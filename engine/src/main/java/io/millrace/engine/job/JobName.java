package io.millrace.engine.job;

import io.millrace.engine.input.NameRule;
import java.util.Optional;

/** How jobs refer to each other: only one job of a project has a name. */
public record JobName(String project, String name) {

  /** Both as one text: no name has a slash in it. */
  public String text() {
    return project + "/" + name;
  }

  /** Reads what {@link #text} wrote. */
  public static Optional<JobName> parse(String text) {
    String[] parts = text.split("/", -1);
    return parts.length == 2 && NameRule.isName(parts[0]) && NameRule.isName(parts[1])
        ? Optional.of(new JobName(parts[0], parts[1]))
        : Optional.empty();
  }
}
