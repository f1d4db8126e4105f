package io.millrace.engine.job;

import io.millrace.engine.input.Words;
import io.millrace.engine.task.Priority;

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
    return Words.of(this);
  }

  static JobPriority parse(String text) {
    return Words.read(JobPriority.class, "priority", text);
  }
}
