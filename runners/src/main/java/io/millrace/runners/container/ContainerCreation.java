package io.millrace.runners.container;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Execution;
import java.util.Map;
import java.util.Optional;

/** Makes the container of an attempt: fetches its image, and takes the name from an earlier one. */
record ContainerCreation(ContainerEngine engine, ContainerRequest request, Execution execution) {
  private static final int ROUNDS = 5;

  static final Outcome CANCELED = Outcome.canceled("canceled before it started");

  /**
   * Returns the id of the container.
   *
   * @throws NotCreatedException if there is none
   */
  String create() throws InterruptedException {
    PullPolicy policy = request.config().pull().orElse(request.settings().pull());
    if (policy == PullPolicy.ALWAYS) {
      pull();
    }
    boolean pulled = policy == PullPolicy.ALWAYS;
    for (int round = 0; round < ROUNDS; round++) {
      if (execution.isCanceled()) {
        throw new NotCreatedException(CANCELED);
      }
      try {
        return engine.create(image(), request::fill);
      } catch (NotFoundException missing) {
        if (!EngineFault.isNoSuchImage(missing)) {
          throw missing;
        }
        if (pulled) {
          throw new NotCreatedException(EngineFault.brokenPull(image()));
        }
        if (policy == PullPolicy.NEVER) {
          throw new NotCreatedException(EngineFault.noImage(image(), missing));
        }
        pull();
        pulled = true;
      } catch (DockerException taken) {
        removeEarlier(taken);
      }
    }
    throw new NotCreatedException(
        Outcome.error("The name " + request.name() + " is taken by another container")
            .because(FailureKind.NO_ENGINE));
  }

  private String image() {
    return request.config().image();
  }

  private void pull() throws InterruptedException {
    execution.log(Level.INFO, "Fetching the image " + image());
    ImagePull pull = new ImagePull();
    execution.onCancel(pull::end);
    try {
      engine.pull(image(), pull);
    } catch (RuntimeException fault) {
      if (EngineFault.isAway(fault)) {
        throw fault;
      }
      throw new NotCreatedException(EngineFault.noImage(image(), fault));
    }
  }

  /** Removes the container of an earlier attempt at the same work. That attempt is over. */
  private void removeEarlier(DockerException refusal) {
    Optional<Map<String, String>> labels = engine.labels(request.name());
    if (labels.isEmpty() && !(refusal instanceof ConflictException)) {
      throw refusal;
    }
    if (labels.isPresent()
        && !ContainerMark.isReplacedBy(execution.assignment().attemptUid(), labels.get())) {
      throw new NotCreatedException(
          Outcome.error("A later attempt at the same work has its container already")
              .because(FailureKind.STOPPED));
    }
    engine.destroy(request.name());
  }
}
