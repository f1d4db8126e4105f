package io.millrace.engine.task;

/** Where a task is. A final status never changes again. */
public enum Status {
  SCHEDULED,
  RUNNING,
  SUCCESS,
  FAILED,
  CANCELED;

  public boolean isFinal() {
    return this == SUCCESS || this == FAILED || this == CANCELED;
  }
}
