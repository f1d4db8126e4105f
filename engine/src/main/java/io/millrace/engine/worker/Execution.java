package io.millrace.engine.worker;

import io.millrace.engine.task.LogLine;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
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
  private final OptionalLong loggedBefore;
  private final CompletableFuture<Void> cancel = new CompletableFuture<>();
  private final CompletableFuture<Void> detach = new CompletableFuture<>();
  private final CompletableFuture<Void> acknowledged = new CompletableFuture<>();
  private volatile boolean abandoned;

  public Execution(Assignment assignment, InstantSource clock, Consumer<LogLine> sink) {
    this(assignment, clock, sink, OptionalLong.empty());
  }

  /**
   * @param loggedBefore how many lines of the level info are stored, if another node began the work
   */
  public Execution(
      Assignment assignment,
      InstantSource clock,
      Consumer<LogLine> sink,
      OptionalLong loggedBefore) {
    this.assignment = assignment;
    this.clock = clock;
    this.sink = sink;
    this.loggedBefore = loggedBefore;
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

  /** Whether the work has begun before, on a node that is gone. It must not begin again. */
  public boolean isResumed() {
    return loggedBefore.isPresent();
  }

  /** How many lines of the level info are stored already. */
  public long loggedBefore() {
    return loggedBefore.orElse(0);
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

  /** Ends the work without any grace: another node may begin it again at once. */
  public void abandon() {
    abandoned = true;
    cancel();
  }

  /** Whether the work must be killed, and not asked to end. */
  public boolean isAbandoned() {
    return abandoned;
  }

  /** Registers what to do when this node releases work that continues without it. */
  public void onDetach(Runnable stopWatching) {
    detach.thenRun(stopWatching);
  }

  /**
   * This node stops, and the work continues. Its outcome is ignored, and another node resumes it.
   */
  public void detach() {
    detach.complete(null);
  }

  /** Registers what to do once the outcome is stored: what the work left can be removed then. */
  public void onAcknowledged(Runnable remove) {
    acknowledged.thenRun(remove);
  }

  /** The owner of the attempt has stored its outcome, or has ended it by itself. */
  public void acknowledge() {
    acknowledged.complete(null);
  }
}
