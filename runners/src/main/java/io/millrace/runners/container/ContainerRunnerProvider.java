package io.millrace.runners.container;

import io.millrace.engine.task.Uids;
import io.millrace.engine.worker.Runner;
import io.millrace.engine.worker.RunnerContext;
import io.millrace.engine.worker.RunnerProvider;

/** Creates the runner of containers with the settings of its node. */
public final class ContainerRunnerProvider implements RunnerProvider {

  @Override
  public Runner create(RunnerContext node) {
    ContainerSettings settings = ContainerSettings.of(node.worker().getConfig("container"));
    return new ContainerRunner(
        settings,
        EngineAddress.find(settings.host(), System.getenv()),
        new ContainerMark(
            node.installation(), node.node(), Uids.generator(node.clock()).get().toString()),
        node.clock());
  }
}
