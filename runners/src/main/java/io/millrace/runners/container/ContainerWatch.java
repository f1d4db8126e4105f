package io.millrace.runners.container;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.worker.Execution;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Follows one container: reads its streams, and notices its end. The streams end with the
 * container, unless it closes them, or the engine goes away or hangs.
 */
final class ContainerWatch implements AutoCloseable {
  private static final Set<String> ENDED = Set.of("exited", "stopped", "dead");
  private static final int LOOKS_AT_THE_END = 8;
  private static final long FIRST_PAUSE_MILLIS = 5;
  private static final Duration OUTPUT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration FOLLOW_AGAIN = Duration.ofSeconds(1);

  /** An engine that sends nothing for so long has nothing to send. */
  private static final Duration BEGIN_PATIENCE = Duration.ofSeconds(3);

  private final ContainerEngine engine;
  private final String id;
  private final PatientCaller patient;
  private final Execution execution;
  private ContainerLog log;
  private boolean torn;

  ContainerWatch(ContainerEngine engine, String id, PatientCaller patient, Execution execution) {
    this.engine = engine;
    this.id = id;
    this.patient = patient;
    this.execution = execution;
    this.log = new ContainerLog(execution);
  }

  /** Returns when the engine sends what the container writes from now on. */
  void begin() {
    engine.attach(id, log);
  }

  /**
   * Returns how the container ended; empty once it was stopped from outside.
   *
   * @param stopped completes when the container was told to stop
   * @param lookEvery how long the streams may be silent before the container is looked at
   */
  Optional<ContainerState> awaitEnd(CompletableFuture<Void> stopped, Duration lookEvery)
      throws InterruptedException {
    while (true) {
      await(CompletableFuture.anyOf(log.end(), stopped), lookEvery);
      if (stopped.isDone()) {
        await(log.end(), OUTPUT_PATIENCE);
        return Optional.empty();
      }
      boolean over = log.end().isDone();
      Optional<ContainerState> end = look(over ? LOOKS_AT_THE_END : 1);
      if (end.isPresent()) {
        if (!await(log.end(), OUTPUT_PATIENCE)) {
          execution.log(Level.ERROR, "stopped reading: the engine keeps the output open");
        }
        return end;
      }
      if (over) {
        followAgain(stopped);
      }
    }
  }

  /** The streams may end a moment before the container does: on busy machines, a second. */
  private Optional<ContainerState> look(int looks) throws InterruptedException {
    long pause = FIRST_PAUSE_MILLIS;
    for (int look = 1; ; look++) {
      ContainerState state = patient.call(() -> engine.state(id));
      if (ENDED.contains(String.valueOf(state.getStatus()))) {
        return Optional.of(state);
      }
      if (look >= looks) {
        return Optional.empty();
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause *= 2;
    }
  }

  /**
   * An engine that was started again continues to send, if it is asked to. If it is away again, the
   * new log ends at once, and the next look waits for the engine.
   */
  private void followAgain(CompletableFuture<Void> stopped) throws InterruptedException {
    log = new ContainerLog(execution);
    engine.follow(id, log);
    await(CompletableFuture.anyOf(log.begin(), stopped), BEGIN_PATIENCE);
    sayTorn();
    if (log.begin().isCompletedExceptionally()) {
      TimeUnit.MILLISECONDS.sleep(FOLLOW_AGAIN.toMillis()); // such as one that keeps no logs
    }
  }

  private void sayTorn() {
    if (!torn) {
      torn = true;
      execution.log(Level.ERROR, "The log ended while the container ran: lines may be missing");
    }
  }

  private static boolean await(CompletableFuture<?> end, Duration atMost)
      throws InterruptedException {
    try {
      end.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException late) {
      return false;
    }
  }

  /** The last line of the error stream that is not blank; may be empty. */
  String lastError() {
    return log.lastError();
  }

  @Override
  public void close() {
    try {
      log.close();
    } catch (IOException harmless) {
      // The stream is over anyway.
    }
  }
}
