package io.millrace.runners.container;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.ProgramOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One container, from its creation to its removal. */
final class ContainerRun {
  private static final Outcome CANCELED = Outcome.canceled("canceled before it started");
  private static final long KILLED = 137;
  private static final int CREATE_ROUNDS = 5;
  private static final int QUICK_LOOKS = 5;
  private static final long FIRST_LOOK_MILLIS = 5;
  private static final long OUTPUT_PATIENCE_SECONDS = 10;

  private final ContainerEngine engine;
  private final ContainerRequest request;
  private final Execution execution;
  private final PatientCaller patient;
  private volatile String id;

  ContainerRun(ContainerEngine engine, ContainerRequest request, Execution execution) {
    this.engine = engine;
    this.request = request;
    this.execution = execution;
    this.patient = new PatientCaller(request.settings().awayWithin());
  }

  /** Blocks until the container has ended and is removed. */
  Outcome run() throws InterruptedException {
    try {
      Optional<Outcome> obstacle = create();
      return obstacle.isPresent() ? obstacle.get() : runCreated();
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

  /** Returns why there is no container; empty if there is one. */
  private Optional<Outcome> create() throws InterruptedException {
    String image = request.config().image();
    PullPolicy policy = request.config().pull().orElse(request.settings().pull());
    boolean mayPull = policy != PullPolicy.NEVER;
    if (policy == PullPolicy.ALWAYS) {
      Optional<Outcome> obstacle = pull(image);
      if (obstacle.isPresent()) {
        return obstacle;
      }
      mayPull = false;
    }
    for (int round = 0; round < CREATE_ROUNDS; round++) {
      if (execution.isCanceled()) {
        return Optional.of(CANCELED);
      }
      try {
        id = engine.create(image, request::fill);
        return Optional.empty();
      } catch (NotFoundException missing) {
        if (!EngineFault.isNoSuchImage(missing)) {
          throw missing;
        }
        Optional<Outcome> obstacle =
            mayPull ? pull(image) : Optional.of(EngineFault.noImage(image, missing));
        if (obstacle.isPresent()) {
          return obstacle;
        }
        mayPull = false;
      } catch (DockerException taken) {
        Optional<Map<String, String>> labels = engine.labels(request.name());
        if (labels.isEmpty() && !(taken instanceof ConflictException)) {
          throw taken;
        }
        if (labels.isPresent() && !isReplaceable(labels.get())) {
          return Optional.of(
              Outcome.error("A later attempt at the same work has its container already")
                  .because(FailureKind.STOPPED));
        }
        // The container of an earlier attempt at the same work. That attempt is over.
        engine.remove(request.name());
      }
    }
    return Optional.of(
        Outcome.error("The name " + request.name() + " is taken by another container")
            .because(FailureKind.NO_ENGINE));
  }

  private boolean isReplaceable(Map<String, String> labels) {
    return ContainerMark.isReplacedBy(execution.assignment().attemptUid(), labels);
  }

  private Optional<Outcome> pull(String image) throws InterruptedException {
    execution.log(Level.INFO, "Fetching the image " + image);
    try {
      engine.pull(image);
      return Optional.empty();
    } catch (RuntimeException fault) {
      if (EngineFault.isAway(fault)) {
        throw fault;
      }
      return Optional.of(EngineFault.noImage(image, fault));
    }
  }

  private Outcome runCreated() throws InterruptedException {
    try {
      engine.upload(id, request.files());
      ContainerLog log = new ContainerLog(execution);
      engine.attach(id, log);
      if (execution.isCanceled()) {
        return CANCELED;
      }
      engine.start(id);
      if (execution.isCanceled()) {
        stop(); // the first stop may have come before the start
      }
      return outcome(awaitEnd(log), log);
    } catch (NotFoundException gone) {
      return Outcome.error("The container was removed while it ran").because(FailureKind.STOPPED);
    } finally {
      remove();
    }
  }

  /** The streams end with the container, unless it closes them or the connection breaks. */
  private ContainerState awaitEnd(ContainerLog log) throws InterruptedException {
    boolean complete = log.end().join();
    if (!complete) {
      execution.log(Level.ERROR, "The connection to the engine broke: lines may be missing");
    }
    long pause = FIRST_LOOK_MILLIS;
    for (int look = 0; look < QUICK_LOOKS; look++) {
      ContainerState state = patient.call(() -> engine.state(id));
      if (hasEnded(state)) {
        return state;
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause *= 2;
    }
    while (true) {
      patient.call(
          () -> {
            engine.awaitExit(id);
            return null;
          });
      ContainerState state = patient.call(() -> engine.state(id));
      if (hasEnded(state)) {
        return state;
      }
    }
  }

  private static boolean hasEnded(ContainerState state) {
    return "exited".equals(state.getStatus()) || "dead".equals(state.getStatus());
  }

  private Outcome outcome(ContainerState end, ContainerLog log) throws InterruptedException {
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
    Optional<InputStream> output = patient.call(() -> engine.download(id, ContainerFiles.OUTPUT));
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
  private void remove() {
    try {
      engine.remove(id);
    } catch (RuntimeException fault) {
      execution.log(Level.ERROR, "The container is not removed yet: " + EngineFault.brief(fault));
    }
  }
}
