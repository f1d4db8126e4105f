package io.millrace.runners.kubernetes;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.RunnerRegistry;
import io.millrace.engine.worker.TaskValues;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A node's runner on a fake cluster. Its time is what the test says. */
final class KubernetesKit implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  final FakeCluster cluster;
  final KubernetesRunner runner;
  volatile Instant now = NOW;

  private KubernetesKit(FakeCluster cluster, Duration lookEvery) {
    this.cluster = cluster;
    this.runner =
        new KubernetesRunner(
            settings("namespaces = [jobs, other]"),
            "here",
            () -> KubernetesRunnerProvider.client(cluster.config()),
            lookEvery);
  }

  static KubernetesKit start(FakeCluster cluster) {
    return start(cluster, Duration.ofMillis(50));
  }

  static KubernetesKit start(FakeCluster cluster, Duration lookEvery) {
    return new KubernetesKit(cluster, lookEvery);
  }

  static KubernetesSettings settings(String kubernetes) {
    Config worker =
        ConfigFactory.parseString("kubernetes {" + kubernetes + "}")
            .withFallback(ConfigFactory.load().getConfig("millrace.worker"));
    return KubernetesSettings.of(worker);
  }

  /** An attempt that records its log. */
  final class Attempt {
    final UUID uid;
    final List<LogLine> lines = new CopyOnWriteArrayList<>();
    final Execution execution;
    CompletableFuture<Optional<Outcome>> end;

    private Attempt(UUID uid, Map<String, Object> config, TaskValues values, OptionalLong logged) {
      this.uid = uid;
      Assignment assignment =
          Assignment.builder()
              .taskId("demo_users_" + uid)
              .attemptUid(uid)
              .attemptNo(2)
              .source("demo")
              .collection("users")
              .deadline(NOW.plusSeconds(600))
              .run(new RunSpec("kubernetes", config))
              .values(values)
              .build();
      execution = new Execution(assignment, () -> now, lines::add, logged);
    }

    Attempt start() {
      end = new RunnerRegistry(List.of(runner)).run(execution).toCompletableFuture();
      return this;
    }

    Outcome outcome() {
      return end.orTimeout(30, TimeUnit.SECONDS).join().orElseThrow();
    }

    List<String> messages(LogLine.Level level) {
      return lines.stream().filter(line -> line.level() == level).map(LogLine::message).toList();
    }

    List<String> messages() {
      return messages(LogLine.Level.INFO);
    }
  }

  Attempt attempt(Map<String, Object> config) {
    return attempt(config, TaskValues.NOTHING);
  }

  Attempt attempt(Map<String, Object> config, TaskValues values) {
    return new Attempt(UUID.randomUUID(), config, values, OptionalLong.empty());
  }

  /** The same attempt on the next start of the node, or on another one. */
  Attempt resumed(Attempt before, long logged) {
    return new Attempt(
        before.uid, before.execution.config(), before.execution.values(), OptionalLong.of(logged));
  }

  static Map<String, Object> script(String script) {
    return Map.of("image", "busybox:1", "command", List.of("sh", "-c", script));
  }

  @Override
  public void close() {
    runner.close();
  }
}
