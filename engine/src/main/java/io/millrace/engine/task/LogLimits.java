package io.millrace.engine.task;

import java.time.Duration;

/**
 * The limits of task logs.
 *
 * @param batch the number of lines written at once
 * @param linger how long a line may wait for a batch to fill
 * @param waiting the largest number of unwritten lines of all tasks together
 * @param linesPerTask the number of lines kept of one task, plus up to a tenth: the oldest lines
 *     are dropped in blocks
 * @param closeWithin how long a close waits for the database
 */
public record LogLimits(
    int batch, Duration linger, int waiting, int linesPerTask, Duration closeWithin) {
  public static final LogLimits DEFAULT =
      new LogLimits(500, Duration.ofMillis(100), 2_000, 10_000, Duration.ofSeconds(10));

  public LogLimits {
    if (batch < 1 || waiting < 1 || linesPerTask < 1) {
      throw new IllegalArgumentException("batch, waiting and linesPerTask must be at least 1");
    }
    if (linger.isNegative() || closeWithin.isNegative()) {
      throw new IllegalArgumentException("linger and closeWithin must not be negative");
    }
  }

  /** The number of new lines after which the length of a log is checked. */
  int block() {
    return Math.max(1, linesPerTask / 10);
  }

  public LogLimits withLinesPerTask(int lines) {
    return new LogLimits(batch, linger, waiting, lines, closeWithin);
  }
}
