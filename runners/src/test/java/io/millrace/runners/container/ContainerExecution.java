package io.millrace.runners.container;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.RunnerRegistry;
import io.millrace.engine.worker.TaskValues;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One run of a container, as a node would start it. */
final class ContainerExecution {
  private static final AtomicLong UIDS = new AtomicLong();

  final Execution execution;
  final List<LogLine> lines = new CopyOnWriteArrayList<>();

  ContainerExecution(String collection, Map<String, Object> config, TaskValues values) {
    UUID uid = new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L + UIDS.incrementAndGet());
    execution =
        new Execution(
            Assignment.builder()
                .taskId(new TaskId("demo", collection, uid).toString())
                .attemptUid(uid)
                .attemptNo(2)
                .source("demo")
                .collection(collection)
                .deadline(Instant.now().plus(Duration.ofMinutes(10)))
                .run(new RunSpec("container", config))
                .values(values)
                .build(),
            Clock.systemUTC(),
            lines::add);
  }

  /** Runs a script in the image of the tests, with more fields of the definition. */
  static ContainerExecution script(String script, Map<String, Object> more) {
    return script("c" + UIDS.incrementAndGet(), script, more, TaskValues.NOTHING);
  }

  static ContainerExecution script(
      String collection, String script, Map<String, Object> more, TaskValues values) {
    Map<String, Object> config = new TreeMap<>(more);
    config.putIfAbsent("image", PodmanEngine.IMAGE);
    config.put("command", List.of("sh", "-c", script));
    return new ContainerExecution(collection, config, values);
  }

  /** The settings of the tests: this machine has no bridge. */
  static ContainerSettings settings(String more) {
    Config config =
        ConfigFactory.parseString(
                "network = none, networks = [none, host], sweep-every = 1h, grace = 2s," + more)
            .withFallback(ConfigFactory.defaultReference().getConfig("millrace.worker.container"));
    return ContainerSettings.of(config);
  }

  static ContainerRunner runner(ContainerSettings settings, String address, String start) {
    return new ContainerRunner(
        settings,
        Optional.of(address),
        new ContainerMark("test", "n1:1", start),
        Clock.systemUTC());
  }

  /** Runs it through the registry, which checks the output and hides secrets. */
  CompletableFuture<Optional<Outcome>> start(ContainerRunner runner) {
    return new RunnerRegistry(List.of(runner)).run(execution).toCompletableFuture();
  }

  Outcome outcome(ContainerRunner runner) {
    return start(runner).orTimeout(120, TimeUnit.SECONDS).join().orElseThrow();
  }

  List<String> messages(LogLine.Level level) {
    return lines.stream().filter(l -> l.level() == level).map(LogLine::message).toList();
  }
}
