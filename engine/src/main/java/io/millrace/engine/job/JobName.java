package io.millrace.engine.job;

import io.millrace.engine.input.NameRule;
import java.util.Optional;

/** The name by which jobs refer to each other. It is unique within a project. */
public record JobName(String project, String name) {

  /** Both parts as one text. The slash is unambiguous, because no name contains one. */
  public String text() {
    return project + "/" + name;
  }

  /** Parses the output of {@link #text}. */
  public static Optional<JobName> parse(String text) {
    String[] parts = text.split("/", -1);
    return parts.length == 2 && NameRule.isName(parts[0]) && NameRule.isName(parts[1])
        ? Optional.of(new JobName(parts[0], parts[1]))
        : Optional.empty();
  }
}
