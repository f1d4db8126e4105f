package io.millrace.engine.task;

import io.millrace.engine.task.LogStore.Entry;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The log of one running task: numbers its lines and bounds them. Any thread may add to it. */
public final class TaskLog implements Consumer<LogLine> {
  private final LogWriter writer;
  private final InstantSource clock;
  private final UUID task;
  private final int limit;
  private long lastSeq;
  private int taken;
  private long dropped;
  private boolean ended;

  TaskLog(LogWriter writer, InstantSource clock, UUID task, int limit) {
    this.writer = writer;
    this.clock = clock;
    this.task = task;
    this.limit = limit;
  }

  /** Hands in a line; waits while too many lines of all tasks are still to be written. */
  @Override
  public void accept(LogLine line) {
    Objects.requireNonNull(line.time(), "time");
    Objects.requireNonNull(line.level(), "level");
    Objects.requireNonNull(line.message(), "message");
    if (isTaken() && !add(line)) {
      drop();
    }
  }

  /** Completes when every line handed in before is in the database. */
  public CompletionStage<Void> flushed() {
    return writer.mark(List.of());
  }

  /**
   * No line is taken any more. Says how many were dropped, if any, and completes when all is in the
   * database.
   */
  public synchronized CompletionStage<Void> end() {
    ended = true;
    if (taken == 0 && dropped == 0) {
      return CompletableFuture.completedFuture(null);
    }
    if (dropped == 0) {
      return writer.mark(List.of());
    }
    String message = dropped + " more lines were dropped: a task's log has at most " + limit;
    dropped = 0;
    return writer.mark(List.of(entry(new LogLine(clock.instant(), LogLine.Level.INFO, message))));
  }

  private synchronized boolean isTaken() {
    if (ended) {
      return false;
    }
    if (taken == limit) {
      dropped++;
      return false;
    }
    taken++;
    return true;
  }

  /** Waits without the lock: others must be able to end this log meanwhile. */
  private boolean add(LogLine line) {
    if (!writer.awaitRoom()) {
      return false;
    }
    synchronized (this) {
      writer.add(entry(line));
      return true;
    }
  }

  private synchronized void drop() {
    dropped++;
  }

  /**
   * The number begins with the time, so that a second log of the same task, on this node or on
   * another, goes on behind the first and does not use its numbers again.
   */
  private Entry entry(LogLine line) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    lastSeq = Math.max(lastSeq + 1, micros);
    return new Entry(task, lastSeq, line);
  }
}
