package io.millrace.engine.job;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.NameRule;
import java.time.Duration;
import java.util.Locale;

/**
 * A reference to something that a step waits for: {@code
 * [project/][job/](trigger|step)/name[@offset]}.
 *
 * @param project empty for the project of the job itself
 * @param job empty for the job itself
 * @param offset the step at time t waits for the event at t minus this
 * @param text as its author wrote it
 */
public record Reference(
    String project, String job, Kind kind, String name, Duration offset, String text) {

  /** The kind of the referenced item. */
  public enum Kind {
    TRIGGER,
    STEP;

    /** The word in documents, such as {@code step}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @throws InvalidInputException with the text and its error
   */
  public static Reference parse(String text) {
    int at = text.indexOf('@');
    String[] parts = (at < 0 ? text : text.substring(0, at)).split("/", -1);
    int last = parts.length - 1;
    if (last < 1 || last > 3) {
      throw refused(
          text,
          "is not a reference: write trigger/name, step/name, job/step/name or"
              + " project/job/step/name");
    }
    return new Reference(
        last > 2 ? name(text, parts[0]) : "",
        last > 1 ? name(text, parts[last - 2]) : "",
        kind(text, parts[last - 1]),
        name(text, parts[last]),
        at < 0 ? Duration.ZERO : offset(text, text.substring(at + 1)),
        text);
  }

  /** Returns the job that this refers to, if it is written in the job {@code from}. */
  public JobName target(JobName from) {
    return new JobName(
        project.isEmpty() ? from.project() : project, job.isEmpty() ? from.name() : job);
  }

  private static Kind kind(String text, String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "trigger" -> Kind.TRIGGER;
      case "step", "task" -> Kind.STEP;
      default -> throw refused(text, "has '" + word + "' where trigger or step is expected");
    };
  }

  private static String name(String text, String name) {
    if (!NameRule.isName(name)) {
      throw refused(text, "contains the name '" + name + "': a name " + NameRule.RULE);
    }
    return name;
  }

  private static Duration offset(String text, String offset) {
    try {
      return JobTimeReader.requireWholeMillis(Durations.parse(offset));
    } catch (InvalidInputException e) {
      throw refused(text, "has an offset that " + e.errors().get(0).reason());
    }
  }

  private static InvalidInputException refused(String text, String reason) {
    return new InvalidInputException("reference", text, reason);
  }
}
