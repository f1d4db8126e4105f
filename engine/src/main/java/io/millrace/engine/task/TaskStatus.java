package io.millrace.engine.task;

import io.millrace.engine.input.WordList;

/** Where a task is. A final status never changes again. */
public enum TaskStatus {
  SCHEDULED,
  RUNNING,
  SUCCESS,
  FAILED,
  CANCELED;

  /** Reads what a caller wrote. */
  public static TaskStatus of(String text) {
    return WordList.readName(TaskStatus.class, "status", text);
  }

  public boolean isFinal() {
    return this == SUCCESS || this == FAILED || this == CANCELED;
  }
}
