package io.millrace.engine.job;

import io.millrace.engine.input.WordList;
import io.millrace.engine.task.TaskPriority;

/** How urgent a run of a step is, least urgent first. Downstream steps inherit it. */
public enum JobPriority {
  /** Runs that are caught up, and re-runs of a range. */
  BACKFILL(50),
  LOW(TaskPriority.LOW.value()),
  /** Scheduled runs. */
  NORMAL(TaskPriority.HIGH.value()),
  /** Runs that a person wants now. */
  HIGH(TaskPriority.NOW.value());

  private final int value;

  JobPriority(int value) {
    this.value = value;
  }

  /** The value on the scale of {@link TaskPriority}, which orders the queue. */
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
