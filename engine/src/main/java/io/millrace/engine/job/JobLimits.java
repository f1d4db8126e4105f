package io.millrace.engine.job;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The maximum size of a job. It is checked before anything else, so a document that is too large
 * costs no more than reading it.
 */
final class JobLimits {
  static final int MOST_STEPS = 1_000;
  static final int MOST_TRIGGERS = 1_000;
  static final int MOST_REFERENCES = 10_000;

  private JobLimits() {}

  /**
   * @throws InvalidInputException if there are more steps, triggers or references than that
   */
  static void check(InputNode job) {
    atMost(MOST_TRIGGERS, "triggers", items(job, "triggers").size(), "triggers");
    List<InputNode> steps = items(job, "steps");
    atMost(MOST_STEPS, "steps", steps.size(), "steps");
    int references =
        steps.stream()
            .flatMap(step -> Stream.of(items(step, "depends"), items(step, "depends_failure")))
            .mapToInt(List::size)
            .sum();
    atMost(MOST_REFERENCES, "steps", references, "references to what they wait for");
  }

  private static List<InputNode> items(InputNode node, String field) {
    InputNode list = node.child(field);
    return list.isList() ? list.items() : List.of();
  }

  private static void atMost(int most, String field, int number, String what) {
    if (number > most) {
      throw new InvalidInputException(
          field, number + " " + what, "must be at most " + most + " in a job");
    }
  }
}
