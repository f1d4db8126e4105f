package io.millrace.engine.task;

import io.millrace.engine.input.WordList;
import java.time.Instant;

/** One line of a task's log. */
public record LogLine(Instant time, Level level, String message) {

  /** The two levels of a task log. */
  public enum Level {
    INFO,
    ERROR;

    /** Parses the word that a worker sent. */
    public static Level of(String text) {
      return WordList.read(Level.class, "level", text);
    }
  }
}
