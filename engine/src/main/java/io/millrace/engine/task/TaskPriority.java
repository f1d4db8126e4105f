package io.millrace.engine.task;

import io.millrace.engine.input.WordList;
import java.time.Instant;

/** The priority of a task, which decides its place in the queue. */
public enum TaskPriority {
  LOW(100),
  HIGH(200),
  NOW(300);

  private static final long SCALE = 1_000_000_000_000L;

  private final int value;

  TaskPriority(int value) {
    this.value = value;
  }

  public int value() {
    return value;
  }

  /** Parses the word in documents, such as {@code high}. */
  public static TaskPriority parse(String text) {
    return WordList.read(TaskPriority.class, "priority", text);
  }

  /** The higher score runs first: by priority, then by age to the second. */
  public static long score(int priority, Instant createdAt) {
    return priority * SCALE - createdAt.getEpochSecond();
  }

  /** The priority in a score. */
  public static int of(long score) {
    return Math.toIntExact(Math.floorDiv(score, SCALE) + 1);
  }
}
