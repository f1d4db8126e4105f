package io.millrace.engine.job;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.WordList;
import io.millrace.engine.task.TaskPriority;
import java.util.Optional;

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

  /** Reads a word or its number, from 0 for backfill to 3 for high. */
  static Optional<JobPriority> read(InputNode node) {
    return node.isNumber()
        ? node.whole(0, values().length - 1).map(number -> values()[number])
        : node.text(text -> WordList.read(JobPriority.class, "priority", text));
  }
}
