package io.millrace.runners.container;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.ProgramOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One container, from its creation to its removal. */
final class ContainerRun {
  private static final long KILLED = 137;
  private static final int QUICK_LOOKS = 5;
  private static final long FIRST_LOOK_MILLIS = 5;
  private static final long OUTPUT_PATIENCE_SECONDS = 10;

  private final ContainerEngine engine;
  private final ContainerRequest request;
  private final Execution execution;
  private final PatientCaller patient;
  private volatile @Nullable String id;

  ContainerRun(ContainerEngine engine, ContainerRequest request, Execution execution) {
    this.engine = engine;
    this.request = request;
    this.execution = execution;
    this.patient = new PatientCaller(request.settings().awayWithin());
  }

  /** Blocks until the container has ended and is removed. */
  Outcome run() throws InterruptedException {
    try {
      String created = new ContainerCreation(engine, request, execution).create();
      id = created;
      return runCreated(created);
    } catch (NotCreatedException obstacle) {
      return obstacle.outcome();
    } catch (DockerException refused) {
      return EngineFault.refused(refused);
    } catch (RuntimeException fault) {
      if (EngineFault.isAway(fault)) {
        return EngineFault.away(engine.address(), fault);
      }
      throw fault;
    }
  }

  /** Ends the container. It may be in any state, or not be there yet. */
  void stop() {
    String created = id;
    if (created != null) {
      engine.stop(created);
    }
  }

  private Outcome runCreated(String created) throws InterruptedException {
    try {
      engine.upload(created, request.files());
      ContainerLog log = new ContainerLog(execution);
      engine.attach(created, log);
      if (execution.isCanceled()) {
        return ContainerCreation.CANCELED;
      }
      engine.start(created);
      if (execution.isCanceled()) {
        stop(); // the first stop may have come before the start
      }
      return outcome(created, awaitEnd(created, log), log);
    } catch (NotFoundException gone) {
      return Outcome.error("The container was removed while it ran").because(FailureKind.STOPPED);
    } finally {
      remove(created);
    }
  }

  /** The streams end with the container, unless it closes them or the connection breaks. */
  private ContainerState awaitEnd(String created, ContainerLog log) throws InterruptedException {
    boolean complete = log.end().join();
    if (!complete) {
      execution.log(Level.ERROR, "The connection to the engine broke: lines may be missing");
    }
    long pause = FIRST_LOOK_MILLIS;
    for (int look = 0; look < QUICK_LOOKS; look++) {
      ContainerState state = patient.call(() -> engine.state(created));
      if (hasEnded(state)) {
        return state;
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause *= 2;
    }
    while (true) {
      patient.call(() -> engine.awaitExit(created));
      ContainerState state = patient.call(() -> engine.state(created));
      if (hasEnded(state)) {
        return state;
      }
    }
  }

  private static boolean hasEnded(ContainerState state) {
    return "exited".equals(state.getStatus()) || "dead".equals(state.getStatus());
  }

  private Outcome outcome(String created, ContainerState end, ContainerLog log)
      throws InterruptedException {
    try {
      log.end().get(OUTPUT_PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException late) {
      execution.log(Level.ERROR, "stopped reading: the engine keeps the output open");
    }
    Long exit = end.getExitCodeLong();
    boolean killed = exit != null && exit == KILLED && !execution.isCanceled();
    if (killed || Boolean.TRUE.equals(end.getOOMKilled())) {
      return outOfMemory(killed);
    }
    Outcome outcome = ProgramOutcome.of(exit == null ? -1 : exit, log.lastError());
    Optional<InputStream> output =
        patient.call(() -> engine.download(created, ContainerFiles.OUTPUT));
    try {
      return output.isPresent() ? ContainerFiles.withOutput(outcome, output.get()) : outcome;
    } catch (IOException fault) {
      return EngineFault.away(engine.address(), fault);
    }
  }

  /** Some engines do not say why a container was killed. Millrace itself did not do it. */
  private Outcome outOfMemory(boolean killed) {
    String limit = "more memory than its limit of " + MemorySize.text(request.memory());
    return Outcome.failure(
            killed
                ? "exit code " + KILLED + ": it was killed, most likely because it used " + limit
                : "It used " + limit)
        .because(FailureKind.OUT_OF_MEMORY);
  }

  /** If this fails, the sweeper removes it as soon as the engine is back. */
  private void remove(String created) {
    try {
      engine.remove(created);
    } catch (RuntimeException fault) {
      execution.log(Level.ERROR, "The container is not removed yet: " + EngineFault.brief(fault));
    }
  }
}
