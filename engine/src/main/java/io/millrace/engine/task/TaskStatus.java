package io.millrace.engine.task;

import io.millrace.engine.input.WordList;

/** The status of a task. A final status never changes. */
public enum TaskStatus {
  SCHEDULED,
  RUNNING,
  SUCCESS,
  FAILED,
  CANCELED;

  /** Parses the name that a caller sent. */
  public static TaskStatus of(String text) {
    return WordList.readName(TaskStatus.class, "status", text);
  }

  public boolean isFinal() {
    return this == SUCCESS || this == FAILED || this == CANCELED;
  }
}
