package io.millrace.engine.task;

import io.millrace.engine.task.LogStore.LogEntry;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes the logs of all running tasks in batches, on its own thread. When the database is slow or
 * unavailable, the program that logs is blocked. Memory stays bounded, and no line is lost.
 */
public final class LogWriter implements AutoCloseable {

  /** Stores the lines, see {@link LogStore}. */
  public interface LogSink {
    void append(List<LogEntry> entries) throws SQLException;

    /** Drops and counts the oldest lines of a task that has more than {@code most}. */
    void cut(UUID task, int most) throws SQLException;
  }

  /**
   * A line, or a mark that completes when all lines before it are written.
   *
   * @param cut the task whose log may be too long now; absent if it cannot be
   */
  private record Item(
      @Nullable LogEntry line, @Nullable UUID cut, @Nullable CompletableFuture<Void> mark) {}

  private final InstantSource clock;
  private final LogLimits limits;
  private final RetryingLogSink sink;
  private final BlockingQueue<Item> queue = new LinkedBlockingQueue<>();
  private final Semaphore room;
  private final Thread thread = new Thread(this::work, "log-writer");
  private boolean complete = true; // used by the writer thread only: no line was abandoned so far
  private volatile boolean closing;
  private volatile boolean ended;

  public LogWriter(LogSink sink, InstantSource clock, LogLimits limits) {
    this.sink = new RetryingLogSink(sink);
    this.clock = clock;
    this.limits = limits;
    this.room = new Semaphore(limits.waiting(), true);
    thread.setDaemon(true);
    thread.start();
  }

  /** Opens the log of a task that starts now. The caller must end it with {@link TaskLog#end}. */
  public TaskLog open(UUID task) {
    return new TaskLog(this, clock, task, limits.block());
  }

  /** Takes no more lines. Writes the pending ones, if the database answers in time. */
  @Override
  public void close() {
    closing = true;
    mark(null);
    try {
      thread.join(limits.closeWithin().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sink.giveUp();
  }

  /** Waits until there is room for a line; false if the writer is closed meanwhile. */
  boolean awaitRoom() {
    try {
      while (!closing) {
        if (room.tryAcquire(100, TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /**
   * @param cut absent if its task cannot have too many lines now
   */
  void add(LogEntry line, @Nullable UUID cut) {
    queue.add(new Item(line, cut, null));
  }

  /** Does not block, so that actors may call it. */
  CompletionStage<Void> mark(@Nullable UUID cut) {
    CompletableFuture<Void> mark = new CompletableFuture<>();
    queue.add(new Item(null, cut, mark));
    if (ended) {
      abandonRest();
    }
    return mark;
  }

  private void work() {
    try {
      while (!closing || !queue.isEmpty()) {
        write(nextBatch());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closing = true;
      ended = true;
      abandonRest();
    }
  }

  /** Waits for the first item, then shortly for more, but not once the batch has a mark. */
  private List<Item> nextBatch() throws InterruptedException {
    List<Item> batch = new ArrayList<>();
    long end = 0;
    Item next = queue.take();
    while (next != null) {
      batch.add(next);
      queue.drainTo(batch, limits.batch() - batch.size());
      boolean hasMark = batch.stream().anyMatch(item -> item.mark() != null);
      if (hasMark || batch.size() >= limits.batch()) {
        return batch;
      }
      end = end == 0 ? System.nanoTime() + limits.linger().toNanos() : end;
      next = queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    return batch;
  }

  private void write(List<Item> batch) throws InterruptedException {
    List<LogEntry> lines = batch.stream().map(Item::line).filter(Objects::nonNull).toList();
    complete = (lines.isEmpty() || sink.append(lines)) && complete;
    batch.stream()
        .map(Item::cut)
        .filter(Objects::nonNull)
        .distinct()
        .forEach(task -> sink.cut(task, limits.linesPerTask()));
    for (Item item : batch) {
      if (item.mark() == null) {
        room.release();
      } else if (complete) {
        // On another thread: the waiter may log next, and would block this thread for itself.
        item.mark().completeAsync(() -> null);
      } else {
        abandon(item);
      }
    }
  }

  private void abandonRest() {
    for (Item item = queue.poll(); item != null; item = queue.poll()) {
      abandon(item);
    }
  }

  private static void abandon(Item item) {
    if (item.mark() != null) {
      item.mark().completeExceptionally(new IllegalStateException("the log was closed"));
    }
  }
}
