package io.millrace.engine.worker;

import io.millrace.engine.task.LogLine;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One run of an attempt, as the runner sees it: what to do, where its log goes, and when to stop.
 * Several threads may use it.
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

  /** The config of the definition, which the runner has already checked. */
  public Map<String, Object> config() {
    return assignment.run().config();
  }

  public Instant now() {
    return clock.instant();
  }

  /** The inputs, config and secrets of the task. */
  public TaskValues values() {
    return assignment.values();
  }

  /** Hides the secrets of the task. Its log and its outcome pass through it. */
  public SecretMask mask() {
    return mask;
  }

  /** Adds a line to the task's log. Waits while the log cannot take more. */
  public void log(LogLine.Level level, String message) {
    sink.accept(new LogLine(clock.instant(), level, mask.hide(message)));
  }

  /**
   * Registers how to stop the work. It runs at once if the work is already canceled. It must not
   * block, because it runs on the thread that cancels.
   */
  public void onCancel(Runnable stop) {
    cancel.thenRun(stop);
  }

  /** Ends the work at its deadline, or because its result is not needed. Its outcome is ignored. */
  public void cancel() {
    cancel.complete(null);
  }

  public boolean isCanceled() {
    return cancel.isDone();
  }
}
