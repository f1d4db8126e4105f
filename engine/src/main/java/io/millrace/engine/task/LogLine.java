package io.millrace.engine.task;

import java.time.Instant;

/** One line of a task's log. */
public record LogLine(Instant time, Level level, String message) {

  /** The two levels of a task log. */
  public enum Level {
    INFO,
    ERROR
  }
}
