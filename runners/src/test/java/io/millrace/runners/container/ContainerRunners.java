package io.millrace.runners.container;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The runners of one test, each as a start of a node. After the test all are closed, and what a
 * failed test left is removed, so that no test sees the containers of another.
 */
final class ContainerRunners implements AutoCloseable {
  static final String NODE = "n1:1";

  private static int starts;

  private final PodmanEngine engine;
  private final List<ContainerRunner> opened = new ArrayList<>();

  private ContainerRunners(PodmanEngine engine) {
    this.engine = engine;
  }

  static ContainerRunners at(PodmanEngine engine) {
    return new ContainerRunners(engine);
  }

  /** The next start of the node that most tests mean. */
  ContainerRunner start(String settings) {
    return start(settings, "test", NODE);
  }

  ContainerRunner start(String settings, String installation, String node) {
    return start(settings, installation, node, engine.address());
  }

  ContainerRunner start(String settings, String installation, String node, String address) {
    ContainerRunner runner =
        new ContainerRunner(
            ContainerExecution.settings(settings),
            Optional.of(address),
            new ContainerMark(installation, node, "s%06d".formatted(++starts)),
            Clock.systemUTC());
    opened.add(runner);
    return runner;
  }

  @Override
  public void close() throws IOException {
    opened.forEach(ContainerRunner::close);
    engine.removeContainers();
  }
}
