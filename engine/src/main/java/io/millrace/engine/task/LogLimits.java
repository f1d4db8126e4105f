package io.millrace.engine.task;

import java.time.Duration;

/**
 * How much is logged, and how long it may take.
 *
 * @param batch lines written at once
 * @param linger how long a line may wait for others to be written with it
 * @param waiting lines of all tasks together that are handed in but not yet written
 * @param linesPerTask lines kept of one task
 * @param closeWithin how long a close waits for the database
 */
public record LogLimits(
    int batch, Duration linger, int waiting, int linesPerTask, Duration closeWithin) {
  public static final LogLimits DEFAULT =
      new LogLimits(500, Duration.ofMillis(100), 2_000, 10_000, Duration.ofSeconds(10));

  public LogLimits {
    if (batch < 1 || waiting < 1 || linesPerTask < 0) {
      throw new IllegalArgumentException("a log needs a batch and a queue of at least one line");
    }
    if (linger.isNegative() || closeWithin.isNegative()) {
      throw new IllegalArgumentException("a log cannot wait for less than no time");
    }
  }

  public LogLimits withLinesPerTask(int lines) {
    return new LogLimits(batch, linger, waiting, lines, closeWithin);
  }
}
