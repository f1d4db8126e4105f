package io.millrace.engine.job;

import io.millrace.engine.input.WordList;
import io.millrace.engine.task.TaskPriority;

/** How urgent a run of a step is, from the least urgent on; what follows it inherits it. */
public enum JobPriority {
  /** What is caught up, and what is run again by the range. */
  BACKFILL(50),
  LOW(TaskPriority.LOW.value()),
  /** What was scheduled. */
  NORMAL(TaskPriority.HIGH.value()),
  /** What a person wants now. */
  HIGH(TaskPriority.NOW.value());

  private final int value;

  JobPriority(int value) {
    this.value = value;
  }

  /** On the scale of {@link TaskPriority}, which orders the queue. */
  public int value() {
    return value;
  }

  /** The word in documents, such as {@code normal}. */
  public String text() {
    return WordList.of(this);
  }

  static JobPriority parse(String text) {
    return WordList.read(JobPriority.class, "priority", text);
  }
}
