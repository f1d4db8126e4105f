package io.millrace.engine.worker;

import com.typesafe.config.ConfigFactory;
import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** An execution that records its log. Its time stands still. */
final class TestExecution {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final UUID ATTEMPT = UUID.fromString("0190b6f0-0000-7000-8000-000000000001");

  final List<LogLine> lines = new CopyOnWriteArrayList<>();
  final Execution execution;

  TestExecution(String kind, Map<String, Object> config, Duration timeout, Instant logicalTime) {
    // Each has its own uid, because the uid identifies the children of a program.
    this(kind, config, timeout, logicalTime, UUID.randomUUID());
  }

  TestExecution(
      String kind, Map<String, Object> config, Duration timeout, Instant logicalTime, UUID uid) {
    this(kind, config, timeout, logicalTime, uid, TaskValues.NOTHING);
  }

  private TestExecution(
      String kind,
      Map<String, Object> config,
      Duration timeout,
      Instant logicalTime,
      UUID uid,
      TaskValues values) {
    Assignment assignment =
        Assignment.builder()
            .taskId("demo_users_" + uid)
            .attemptUid(uid)
            .attemptNo(2)
            .source("demo")
            .collection("users")
            .logicalTime(logicalTime)
            .deadline(NOW.plus(timeout))
            .run(new RunSpec(kind, config))
            .values(values)
            .build();
    execution = new Execution(assignment, Clock.fixed(NOW, ZoneOffset.UTC), lines::add);
  }

  /** All runners, with default settings. */
  static RunnerRegistry runners() {
    return RunnerRegistry.load(
        new RunnerContext(
            ConfigFactory.load().getConfig("millrace.worker"), "test", "127.0.0.1:1", Instant::now),
        OutboundKit.TO_LOOPBACK,
        ProgramLedger.none());
  }

  static TestExecution process(String... argv) {
    Map<String, Object> config = Map.of("argv", List.of(argv));
    return new TestExecution("process", config, Duration.ofMinutes(10), null);
  }

  static TestExecution script(String script) {
    return process("sh", "-c", script);
  }

  /** The same with inputs, config and secrets. */
  TestExecution given(TaskValues values) {
    Assignment it = execution.assignment();
    return new TestExecution(
        it.run().kind(),
        it.run().config(),
        Duration.between(NOW, it.deadline()),
        it.logicalTime(),
        it.attemptUid(),
        values);
  }

  static TestExecution http(Map<String, Object> config) {
    return new TestExecution("http", config, Duration.ofMinutes(10), null, ATTEMPT);
  }

  CompletableFuture<Optional<Outcome>> start(Runner runner) {
    return runner.run(execution).toCompletableFuture();
  }

  Optional<Outcome> answer(Runner runner) {
    return start(runner).orTimeout(30, TimeUnit.SECONDS).join();
  }

  Outcome outcome(Runner runner) {
    return answer(runner).orElseThrow();
  }

  /** Runs it as the node does: through the registry, which checks the output and hides secrets. */
  Outcome kept(Runner runner) {
    return new RunnerRegistry(List.of(runner))
        .run(execution)
        .toCompletableFuture()
        .orTimeout(30, TimeUnit.SECONDS)
        .join()
        .orElseThrow();
  }

  List<String> messages(Level... levels) {
    return lines.stream()
        .filter(line -> Arrays.asList(levels).contains(line.level()))
        .map(LogLine::message)
        .toList();
  }

  List<String> messages() {
    return messages(Level.values());
  }
}
