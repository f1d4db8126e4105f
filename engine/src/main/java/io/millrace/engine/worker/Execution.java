package io.millrace.engine.worker;

import io.millrace.engine.task.LogLine;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What a runner is given: what to do, where its log goes, and how it hears that it must stop. Safe
 * for use by several threads.
 */
public final class Execution {
  private final Assignment assignment;
  private final InstantSource clock;
  private final Consumer<LogLine> sink;
  private final SecretMask mask;
  private final CompletableFuture<Void> cancel = new CompletableFuture<>();

  public Execution(Assignment assignment, InstantSource clock, Consumer<LogLine> sink) {
    this.assignment = assignment;
    this.clock = clock;
    this.sink = sink;
    this.mask = SecretMask.of(assignment.values().secrets().values());
  }

  public Assignment assignment() {
    return assignment;
  }

  /** What the definition tells the runner, already checked by it. */
  public Map<String, Object> config() {
    return assignment.run().config();
  }

  public Instant now() {
    return clock.instant();
  }

  /** What it was given to work with. */
  public TaskValues values() {
    return assignment.values();
  }

  /** What hides its secrets from those who read of it: its log and its outcome go through it. */
  public SecretMask mask() {
    return mask;
  }

  /** Adds a line to the task's log; waits while the log cannot take more. */
  public void log(LogLine.Level level, String message) {
    sink.accept(new LogLine(clock.instant(), level, mask.hide(message)));
  }

  /**
   * Registers how to stop the work; done at once if it is to stop already. It must not block: it
   * runs on the thread of whoever cancels.
   */
  public void onCancel(Runnable stop) {
    cancel.thenRun(stop);
  }

  /**
   * The deadline has come or nobody wants the result any more: what the runner says now is lost.
   */
  public void cancel() {
    cancel.complete(null);
  }

  public boolean isCanceled() {
    return cancel.isDone();
  }
}
