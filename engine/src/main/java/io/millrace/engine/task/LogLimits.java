package io.millrace.engine.task;

import java.time.Duration;

/**
 * How much is logged, and how long it may take.
 *
 * @param batch lines written at once
 * @param linger how long a line may wait for others to be written with it
 * @param waiting lines of all tasks together that are handed in but not yet written
 * @param linesPerTask lines kept of one task, or a tenth more: the oldest go in blocks
 * @param closeWithin how long a close waits for the database
 */
public record LogLimits(
    int batch, Duration linger, int waiting, int linesPerTask, Duration closeWithin) {
  public static final LogLimits DEFAULT =
      new LogLimits(500, Duration.ofMillis(100), 2_000, 10_000, Duration.ofSeconds(10));

  public LogLimits {
    if (batch < 1 || waiting < 1 || linesPerTask < 1) {
      throw new IllegalArgumentException("a log needs room for at least one line");
    }
    if (linger.isNegative() || closeWithin.isNegative()) {
      throw new IllegalArgumentException("a log cannot wait for less than no time");
    }
  }

  /** After so many lines it is worth looking whether there are too many. */
  int block() {
    return Math.max(1, linesPerTask / 10);
  }

  public LogLimits withLinesPerTask(int lines) {
    return new LogLimits(batch, linger, waiting, lines, closeWithin);
  }
}
