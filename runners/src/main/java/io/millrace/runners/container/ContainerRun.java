package io.millrace.runners.container;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.ProgramOutcome;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One container, from its creation to its removal. */
final class ContainerRun {
  private final ContainerEngine engine;
  private final ContainerRequest request;
  private final Execution execution;
  private final PatientCaller patient;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private volatile @Nullable String id;

  ContainerRun(ContainerEngine engine, ContainerRequest request, Execution execution) {
    this.engine = engine;
    this.request = request;
    this.execution = execution;
    this.patient = new PatientCaller(request.settings().awayWithin(), execution::isCanceled);
  }

  /** Blocks until the container has ended and is removed. */
  Outcome run() throws InterruptedException {
    try {
      String created = new ContainerCreation(engine, request, execution).create();
      id = created;
      Outcome outcome = runCreated(created);
      remove(created);
      return outcome;
    } catch (NotCreatedException obstacle) {
      return obstacle.outcome();
    } catch (RuntimeException fault) {
      return broken(fault);
    }
  }

  /** An engine that is away is not asked again: the sweeper removes the container later. */
  private Outcome broken(RuntimeException fault) {
    String created = id;
    if (EngineFault.isAway(fault)) {
      if (created != null) {
        execution.log(Level.ERROR, "The container is removed once the engine is back");
      }
      return EngineFault.away(engine.address(), fault);
    }
    if (created != null) {
      remove(created);
    }
    if (fault instanceof DockerException refused) {
      return EngineFault.refused(refused);
    }
    throw fault;
  }

  /**
   * Ends the container. It may be in any state, or not be there yet. If it cannot be ended, the run
   * is over all the same, and the container is removed.
   */
  void stop() {
    String created = id;
    if (created != null) {
      try {
        if (execution.isAbandoned()) {
          engine.destroy(created);
        } else {
          engine.stop(created);
        }
      } finally {
        stopped.complete(null);
      }
    }
  }

  private Outcome runCreated(String created) throws InterruptedException {
    ContainerWatch watch = new ContainerWatch(engine, created, patient, execution);
    try {
      engine.upload(created, request.files());
      watch.begin();
      if (execution.isCanceled()) {
        return ContainerCreation.CANCELED;
      }
      start(created);
      if (execution.isCanceled()) {
        stop(); // the first stop may have come before the start
      }
      Optional<ContainerState> end = watch.awaitEnd(stopped, request.settings().callWithin());
      return end.isPresent()
          ? outcome(created, end.get(), watch.lastError())
          : Outcome.canceled("the container was stopped");
    } catch (NotFoundException gone) {
      return Outcome.error("The container was removed while it ran").because(FailureKind.STOPPED);
    } finally {
      watch.close();
    }
  }

  /** If the answer is lost, the container may run, or may even have ended. It starts only once. */
  private void start(String created) throws InterruptedException {
    try {
      engine.start(created);
    } catch (RuntimeException fault) {
      if (!EngineFault.isAway(fault)
          || "created".equals(patient.call(() -> engine.state(created)).getStatus())) {
        throw fault;
      }
    }
  }

  private Outcome outcome(String created, ContainerState end, String lastError)
      throws InterruptedException {
    Long exit = end.getExitCodeLong();
    ContainerEnd how =
        new ContainerEnd(
            exit == null ? -1 : exit,
            Boolean.TRUE.equals(end.getOOMKilled()),
            execution.isCanceled(),
            patient.wasAway());
    Optional<Outcome> killed = how.killed(request.memory());
    if (killed.isPresent()) {
      return killed.get();
    }
    Outcome outcome = ProgramOutcome.of(how.exit(), lastError);
    if (patient.call(() -> engine.isEmpty(created, ContainerFiles.OUTPUT))) {
      return outcome;
    }
    return patient
        .call(() -> engine.download(created, ContainerFiles.OUTPUT, ContainerFiles.MAX_ARCHIVE))
        .map(archive -> ContainerFiles.withOutput(outcome, archive))
        .orElse(outcome);
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
