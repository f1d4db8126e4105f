package io.millrace.engine.worker;

import akka.Done;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.WorkerCommand;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.Sources;
import io.millrace.engine.task.LogLimits;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The workers between a pool and the owners. Their clock and timers stand still unless moved. */
abstract class WorkerTestBase {
  static final Duration HEARTBEAT = Duration.ofSeconds(2);
  static final Duration TIMEOUT = Duration.ofMinutes(1);
  static final Duration GRACE = Duration.ofSeconds(20);
  static final int SLOTS = 4;

  static JournalKit journal;
  static LogStore logStore;

  /**
   * A report to an owner.
   *
   * @param lines how many lines of its log could be read at that moment
   */
  record ToldOutcome(
      Lease lease, Outcome outcome, ActorRef<OwnerGateway.AttemptEnded> replyTo, int lines) {
    UUID uid() {
      return lease.attemptUid();
    }

    void answer() {
      replyTo.tell(new OwnerGateway.AttemptEnded(uid(), true));
    }
  }

  /** A run that continues until the test ends it. */
  record HeldExecution(Execution execution, CompletableFuture<Optional<Outcome>> outcome) {}

  static final String OUTLIVING = "outliving";

  record TestRunner(String kind, Function<Execution, CompletionStage<Optional<Outcome>>> work)
      implements Runner {
    @Override
    public List<FieldError> check(Map<String, Object> config, String field) {
      return List.of();
    }

    @Override
    public CompletionStage<Optional<Outcome>> run(Execution execution) {
      return work.apply(execution);
    }

    @Override
    public boolean outlivesNode() {
      return kind.equals(OUTLIVING);
    }
  }

  final TestClock clock = new TestClock();
  LogWriter logs;
  TestProbe<FlowCommand> pool;
  TestProbe<ToldOutcome> owners;
  TestProbe<HeldExecution> held;
  ActorRef<NodeWorkerCommand> workers;
  ActorRef<WorkerCommand> fromPool;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
    logStore = new LogStore(journal.dataSource());
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void create() {
    pool = journal.actors.createTestProbe();
    owners = journal.actors.createTestProbe();
    held = journal.actors.createTestProbe();
    logs = new LogWriter(logStore, clock, LogLimits.DEFAULT);
    List<Runner> runners =
        List.of(
            new NoopRunner(),
            new TestRunner("hold", this::hold),
            new TestRunner(OUTLIVING, this::hold),
            new TestRunner("throw", this::fail),
            new TestRunner("talk", this::talk),
            new TestRunner("give", e -> CompletableFuture.completedFuture(Optional.empty())),
            new TestRunner("give-later", e -> CompletableFuture.supplyAsync(Optional::empty)));
    workers =
        journal.actors.spawn(
            NodeWorker.create(
                NodeWorkerContext.builder()
                    .name("w")
                    .slots(SLOTS)
                    .heartbeat(HEARTBEAT)
                    .pools(() -> pools)
                    .tellPool((name, message) -> pool.ref().tell(message))
                    .poolStarted(started::add)
                    .owners(tellingOwners())
                    .assignments(assignments(defined(sources(runners))))
                    .runners(new RunnerRegistry(runners))
                    .logs(logs)
                    .storedLines(uid -> CompletableFuture.completedFuture((long) lines(uid)))
                    .build(),
                clock));
    fromPool = alive().ref();
  }

  @AfterEach
  void end() {
    journal.actors.stop(workers);
    logs.close();
  }

  private static AssignmentFactory defined(SourceRegistry sources) {
    return (pool, lease) -> {
      CollectionId id = CollectionId.parse(lease.owner());
      return CompletableFuture.completedFuture(
          sources
              .find(id)
              .map(
                  found ->
                      Assignment.of(
                          lease,
                          id.source(),
                          id.collection(),
                          null,
                          found.work(),
                          TaskValues.NOTHING)));
    };
  }

  /** The gateway that the workers use. */
  AssignmentFactory assignments(AssignmentFactory defined) {
    return defined;
  }

  OwnerGateway tellingOwners() {
    return (lease, outcome, byWorker, replyTo) -> {
      if (!byWorker) {
        throw new AssertionError("the pool would tell it to stop what it has ended");
      }
      owners.ref().tell(new ToldOutcome(lease, outcome, replyTo, lines(lease.attemptUid())));
    };
  }

  /** One collection for each kind of runner, named like it. */
  static SourceRegistry sources(List<Runner> runners) {
    Map<CollectionId, SourceCollection> byId = new LinkedHashMap<>();
    for (Runner runner : runners) {
      CollectionId id = new CollectionId("bank", runner.kind());
      byId.put(
          id,
          new SourceCollection(
              id,
              Policy.of(null, TIMEOUT),
              SourceCollection.Work.of(new RunSpec(runner.kind(), Map.of()))));
    }
    SourceRegistry registry = new SourceRegistry();
    registry.replace(new Sources(byId));
    return registry;
  }

  CompletionStage<Optional<Outcome>> hold(Execution execution) {
    HeldExecution started = new HeldExecution(execution, new CompletableFuture<>());
    held.ref().tell(started);
    return started.outcome();
  }

  CompletionStage<Optional<Outcome>> talk(Execution execution) {
    return CompletableFuture.supplyAsync(
        () -> {
          for (int i = 0; i < 3; i++) {
            execution.log(Level.INFO, "line " + i);
          }
          return Optional.of(Outcome.success());
        });
  }

  CompletionStage<Optional<Outcome>> fail(Execution execution) {
    throw new IllegalStateException("a bad day");
  }

  static int lines(UUID uid) {
    try {
      return logStore.read(uid, null, null, 0, 100).size();
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
  }

  Lease run(String kind) {
    Lease lease =
        new Lease(
            UUID.randomUUID(),
            "bank/" + kind,
            1,
            "DEFAULT",
            "w",
            clock.instant(),
            clock.instant().plus(TIMEOUT));
    fromPool.tell(new WorkerCommand.RunAttempt("default", lease));
    return lease;
  }

  HeldExecution held() {
    HeldExecution started = held.receiveMessage();
    settle();
    return started;
  }

  /** Waits until all earlier messages are processed. */
  void settle() {
    run("noop");
    owners.receiveMessage().answer();
  }

  List<String> pools = List.of("default");

  /** The pools that have started, as the workers were told. */
  final List<String> started = new CopyOnWriteArrayList<>();

  FlowCommand.WorkerAlive alive() {
    return (FlowCommand.WorkerAlive) pool.receiveMessage();
  }

  /** The attempts of the next heartbeat. Earlier ones may still arrive first. */
  Set<UUID> beat() {
    boolean quiet = false;
    while (!quiet) {
      try {
        pool.receiveMessage(Duration.ofMillis(100));
      } catch (AssertionError nothingCame) {
        quiet = true;
      }
    }
    pass(HEARTBEAT);
    return alive().attempts();
  }

  void pass(Duration duration) {
    clock.pass(duration);
    journal.time.timePasses(duration);
  }

  TestProbe<Done> drain() {
    TestProbe<Done> caller = journal.actors.createTestProbe();
    workers.tell(new NodeWorkerCommand.Drain(GRACE, caller.ref()));
    return caller;
  }

  static void silent(TestProbe<?> probe) {
    probe.expectNoMessage(Duration.ofMillis(100));
  }
}
