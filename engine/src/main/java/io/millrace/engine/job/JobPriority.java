package io.millrace.engine.job;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.Priority;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How urgent a run of a step is, from the least urgent on; what follows it inherits it. */
public enum JobPriority {
  /** What is caught up, and what is run again by the range. */
  BACKFILL(50),
  LOW(Priority.LOW.value()),
  /** What was scheduled. */
  NORMAL(Priority.HIGH.value()),
  /** What a person wants now. */
  HIGH(Priority.NOW.value());

  private final int value;

  JobPriority(int value) {
    this.value = value;
  }

  /** On the scale of {@link Priority}, which orders the queue. */
  public int value() {
    return value;
  }

  /** The word in documents, such as {@code normal}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static JobPriority parse(String text) {
    return Arrays.stream(values())
        .filter(priority -> priority.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "priority",
                    text,
                    "is not one of "
                        + Arrays.stream(values())
                            .map(JobPriority::text)
                            .collect(Collectors.joining(", "))));
  }
}
