package io.millrace.runners;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.ProgramLedger;
import io.millrace.engine.worker.RunnerContext;
import io.millrace.engine.worker.RunnerRegistry;
import io.millrace.engine.worker.TaskValues;
import io.millrace.runners.container.PodmanEngine;
import io.millrace.runners.kubernetes.FakeCluster;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same job in each kind of run: the same log, the same outcome, the same output. */
class SameJobTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final TaskValues VALUES =
      new TaskValues(Map.of(), Map.of("table", "accounts"), Map.of("key", "s3cret!"));

  /** A script for the shell, and what comes of it. */
  record JobCase(
      String script, List<String> log, Outcome.Kind kind, String message, String output) {}

  /** What came of a script. */
  record JobResult(List<String> log, Outcome outcome) {}

  @TempDir private static Path dir;
  private static FakeCluster cluster;
  private static RunnerRegistry runners;
  private static ProgramLedger ledger;

  @BeforeAll
  static void start() {
    cluster = FakeCluster.start();
    ledger = ProgramLedger.open(dir.resolve("data"));
    runners =
        RunnerRegistry.load(
            new RunnerContext(
                ConfigFactory.parseString(
                        "kubernetes {namespaces = [jobs], kubeconfig = \""
                            + cluster.kubeconfig(dir)
                            + "\"}")
                    .withFallback(ConfigFactory.load().getConfig("millrace.worker")),
                "here",
                "127.0.0.1:1",
                () -> NOW),
            OutboundKit.TO_LOOPBACK,
            ledger);
  }

  @AfterAll
  static void stop() {
    ledger.close();
    cluster.close();
  }

  static Stream<JobCase> cases() {
    return Stream.of(
        new JobCase(
            "echo one; echo two; printf three",
            List.of("one", "two", "three"),
            Outcome.Kind.SUCCESS,
            "",
            null),
        new JobCase("true", List.of(), Outcome.Kind.SUCCESS, "", null),
        new JobCase(
            "echo broken >&2; exit 3",
            List.of("broken"),
            Outcome.Kind.FAILURE,
            "exit code 3: broken",
            null),
        new JobCase(
            "echo '{\"rows\": 7}' > $MILLRACE_OUTPUT",
            List.of(),
            Outcome.Kind.SUCCESS,
            "",
            "{\"rows\":7}"),
        new JobCase(
            "echo $MILLRACE_CONFIG_TABLE $MILLRACE_ATTEMPT_NO; echo key is $MILLRACE_SECRET_KEY"
                + " $TOKEN",
            List.of("accounts 2", "key is *** Bearer ***"),
            Outcome.Kind.SUCCESS,
            "",
            null),
        new JobCase(
            "echo no json > $MILLRACE_OUTPUT",
            List.of(),
            Outcome.Kind.FAILURE,
            "Its output is not JSON",
            null));
  }

  private static JobResult run(String kind, Map<String, Object> config) throws Exception {
    return run(runners, kind, config);
  }

  private static JobResult run(RunnerRegistry where, String kind, Map<String, Object> config)
      throws Exception {
    UUID uid = UUID.randomUUID();
    List<LogLine> lines = new CopyOnWriteArrayList<>();
    Execution execution =
        new Execution(
            Assignment.builder()
                .taskId("demo_users_" + uid)
                .attemptUid(uid)
                .attemptNo(2)
                .source("demo")
                .collection("users")
                .deadline(NOW.plusSeconds(600))
                .run(new RunSpec(kind, config))
                .values(VALUES)
                .build(),
            () -> NOW,
            lines::add);
    CompletableFuture<Outcome> end =
        where.run(execution).toCompletableFuture().thenApply(outcome -> outcome.orElseThrow());
    if (kind.equals("kubernetes")) {
      cluster.runForReal(cluster.pod(uid), dir);
    }
    Outcome outcome = end.orTimeout(60, TimeUnit.SECONDS).join();
    execution.acknowledge();
    return new JobResult(lines.stream().map(LogLine::message).toList(), outcome);
  }

  private static void assertIs(JobCase expected, JobResult result) {
    assertThat(result.log()).isEqualTo(expected.log());
    assertThat(result.outcome().kind()).isEqualTo(expected.kind());
    assertThat(result.outcome().message()).contains(expected.message());
    assertThat(result.outcome().output()).isEqualTo(expected.output());
  }

  /** Those of a node that has an engine. */
  private static RunnerRegistry containers(PodmanEngine engine) {
    return RunnerRegistry.load(
        new RunnerContext(
            ConfigFactory.parseString(
                    "container {network = none, networks = [none], host = \""
                        + engine.address()
                        + "\"}")
                .withFallback(ConfigFactory.load().getConfig("millrace.worker")),
            "here",
            "127.0.0.1:1",
            () -> NOW),
        OutboundKit.TO_LOOPBACK,
        ledger);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aContainerIsTheSame(JobCase job) throws Exception {
    PodmanEngine engine = PodmanEngine.shared();
    Map<String, Object> script =
        Map.of(
            "command",
            List.of("sh", "-c", job.script()),
            "env",
            Map.of("TOKEN", "Bearer ${secret.key}"));
    Map<String, Object> image = new HashMap<>(script);
    image.put("image", PodmanEngine.IMAGE);

    JobResult program = run("process", script);
    RunnerRegistry own = containers(engine);
    try {
      JobResult container = run(own, "container", image);
      assertIs(job, container);
      assertThat(container.outcome()).isEqualTo(program.outcome());
    } finally {
      own.close();
    }
    assertThat(engine.containers()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aProgramAndAJobOfKubernetesAreTheSame(JobCase job) throws Exception {
    Map<String, String> env = Map.of("TOKEN", "Bearer ${secret.key}");
    List<String> command = List.of("sh", "-c", job.script());

    JobResult program = run("process", Map.of("command", command, "env", env));
    JobResult onKubernetes =
        run("kubernetes", Map.of("image", "busybox:1", "command", command, "env", env));

    assertIs(job, program);
    assertIs(job, onKubernetes);
    assertThat(onKubernetes.outcome()).isEqualTo(program.outcome());
  }
}
