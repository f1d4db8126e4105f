package io.millrace.engine.task;

import io.millrace.engine.task.LogStore.LogEntry;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The log of one running task. It numbers the lines, and the oldest are dropped if there are too
 * many. Thread-safe.
 */
public final class TaskLog implements Consumer<LogLine> {
  private final LogWriter writer;
  private final InstantSource clock;
  private final UUID task;
  private final int block;
  private long lastSeq;
  private long taken;
  private boolean ended;

  TaskLog(LogWriter writer, InstantSource clock, UUID task, int block) {
    this.writer = writer;
    this.clock = clock;
    this.task = task;
    this.block = block;
  }

  /** Adds a line. Blocks while too many lines of all tasks are unwritten. */
  @Override
  public void accept(LogLine line) {
    Objects.requireNonNull(line.time(), "time");
    Objects.requireNonNull(line.level(), "level");
    Objects.requireNonNull(line.message(), "message");
    // Waits without the lock, so that another thread can end this log meanwhile.
    if (isOpen() && writer.awaitRoom()) {
      add(line);
    }
  }

  /** Completes when every earlier line is in the database. */
  CompletionStage<Void> flushed() {
    return writer.mark(null);
  }

  /** Takes no more lines. Completes when all lines are in the database. */
  public synchronized CompletionStage<Void> end() {
    ended = true;
    if (taken == 0) {
      return CompletableFuture.completedFuture(null);
    }
    return writer.mark(taken > block ? task : null);
  }

  private synchronized boolean isOpen() {
    return !ended;
  }

  private synchronized void add(LogLine line) {
    taken++;
    writer.add(entry(line), taken % block == 0 ? task : null);
  }

  /**
   * The number is based on the time. A second log of the same task, on any node, therefore
   * continues after the first and does not reuse its numbers.
   */
  private LogEntry entry(LogLine line) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    lastSeq = Math.max(lastSeq + 1, micros);
    return new LogEntry(task, lastSeq, line);
  }
}
