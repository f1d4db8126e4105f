package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import io.millrace.engine.task.LogLine.Level;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a real engine does that its documentation does not say. */
class ContainerEngineTest {
  private final PodmanEngine podman = PodmanEngine.shared();
  private final ContainerEngine engine =
      new ContainerEngine(podman.address(), ContainerExecution.settings(""));

  @AfterEach
  void close() throws IOException {
    engine.close();
    podman.removeContainers();
  }

  /** Podman makes a container that has ended new if somebody attaches to it: its end is lost. */
  @Test
  void anEndedContainerCanBeFollowed() throws Exception {
    String id = podman.runDetached("echo one; exit 3");
    await().atMost(Duration.ofSeconds(60)).until(() -> podman.running().isEmpty());
    ContainerExecution run = ContainerExecution.script("true", Map.of());
    ContainerLog log = new ContainerLog(run.execution);
    engine.follow(id, log);
    log.end().orTimeout(60, TimeUnit.SECONDS).join();
    ContainerState state = engine.state(id);
    assertThat(state.getStatus()).isEqualTo("exited");
    assertThat(state.getExitCodeLong()).isEqualTo(3);
    assertThat(run.messages(Level.INFO)).as("what it wrote before").isEmpty();
  }

  /** Podman's forced removal sends TERM and waits ten seconds, also for those that ignore it. */
  @Test
  void aContainerThatIgnoresTermIsDestroyedInEveryState() throws Exception {
    String running = podman.runDetached("trap '' TERM; while :; do sleep 0.1; done");
    String ended = podman.runDetached("true");
    await().atMost(Duration.ofSeconds(60)).until(() -> podman.running().size() == 1);
    long begin = System.nanoTime();
    engine.destroy(running);
    engine.destroy(ended);
    engine.destroy(ended);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(9));
    assertThat(podman.containers()).isEmpty();
  }
}
