package io.millrace.runners.container;

import io.millrace.engine.task.Outcome;
import java.util.Map;

/** One container that does nothing, as the runner does it, to be measured beside podman's own. */
public final class ContainerCost implements AutoCloseable {
  /** The same limits, and the same program. */
  public static final String[] PODMAN_RUN = {
    "run",
    "--rm",
    "--network=none",
    "--memory=1g",
    "--memory-swap=1g",
    "--cpus=1",
    "--pids-limit=512",
    "--ulimit=nofile=1024:1024",
    "--ulimit=nproc=512:512",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    PodmanEngine.IMAGE,
    "sh",
    "-c",
    "true"
  };

  private final ContainerRunner runner;

  public static ContainerCost start(PodmanEngine engine) {
    return new ContainerCost(engine);
  }

  private ContainerCost(PodmanEngine engine) {
    this.runner =
        ContainerExecution.runner(ContainerExecution.settings(""), engine.address(), "cost");
  }

  /** Returns the outcome once the container is removed. */
  public Outcome run() {
    return ContainerExecution.script("true", Map.of()).outcome(runner);
  }

  @Override
  public void close() {
    runner.close();
  }
}
