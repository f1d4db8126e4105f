package io.millrace.engine.task;

import io.millrace.engine.input.Words;

/** Where a task is. A final status never changes again. */
public enum Status {
  SCHEDULED,
  RUNNING,
  SUCCESS,
  FAILED,
  CANCELED;

  /** Reads what a caller wrote. */
  public static Status of(String text) {
    return Words.readName(Status.class, "status", text);
  }

  public boolean isFinal() {
    return this == SUCCESS || this == FAILED || this == CANCELED;
  }
}
