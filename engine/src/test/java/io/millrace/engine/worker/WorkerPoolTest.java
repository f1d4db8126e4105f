package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.flow.ToWorker;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.Sources;
import io.millrace.engine.task.LogLimits;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Outcome.Kind;
import io.millrace.engine.task.Run;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The workers between a pool and the owners; their clock and timers stand still unless moved. */
class WorkerPoolTest {
  private static final Duration HEARTBEAT = Duration.ofSeconds(2);
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Duration GRACE = Duration.ofSeconds(20);
  private static final int SLOTS = 4;

  private static JournalKit journal;
  private static LogStore logStore;

  /**
   * What an owner was told.
   *
   * @param lines how many lines of its log could be read at that moment
   */
  private record Told(Lease lease, Outcome outcome, ActorRef<Owners.Ended> replyTo, int lines) {
    UUID uid() {
      return lease.attemptUid();
    }

    void answer() {
      replyTo.tell(new Owners.Ended(uid(), true));
    }
  }

  /** A run that goes on until the test ends it. */
  private record Held(Execution execution, CompletableFuture<Optional<Outcome>> outcome) {}

  private record TestRunner(
      String kind, Function<Execution, CompletionStage<Optional<Outcome>>> work) implements Runner {
    @Override
    public List<FieldError> check(Map<String, Object> config, String field) {
      return List.of();
    }

    @Override
    public CompletionStage<Optional<Outcome>> run(Execution execution) {
      return work.apply(execution);
    }
  }

  private final TestClock clock = new TestClock();
  private LogWriter logs;
  private TestProbe<FlowCommand> pool;
  private TestProbe<Told> owners;
  private TestProbe<Held> held;
  private ActorRef<WorkerPool.Command> workers;
  private ActorRef<ToWorker> fromPool;

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
            new TestRunner("throw", this::fail),
            new TestRunner("talk", this::talk),
            new TestRunner("give", e -> CompletableFuture.completedFuture(Optional.empty())),
            new TestRunner("give-later", e -> CompletableFuture.supplyAsync(Optional::empty)));
    workers =
        journal.actors.spawn(
            WorkerPool.create(
                new WorkerContext(
                    "w",
                    SLOTS,
                    HEARTBEAT,
                    () -> pools,
                    (name, message) -> pool.ref().tell(message),
                    tellingOwners(),
                    sources(runners),
                    new Runners(runners),
                    logs),
                clock));
    fromPool = alive().ref();
  }

  @AfterEach
  void end() {
    journal.actors.stop(workers);
    logs.close();
  }

  private Owners tellingOwners() {
    return new Owners() {
      @Override
      public void started(Lease lease) {
        throw new AssertionError("only the pool says so");
      }

      @Override
      public void end(Lease lease, Outcome outcome, ActorRef<Ended> replyTo) {
        owners.ref().tell(new Told(lease, outcome, replyTo, lines(lease.attemptUid())));
      }
    };
  }

  /** One collection for each kind of runner, with its name. */
  private static SourceRegistry sources(List<Runner> runners) {
    Map<CollectionId, Collection> byId = new LinkedHashMap<>();
    for (Runner runner : runners) {
      CollectionId id = new CollectionId("bank", runner.kind());
      byId.put(
          id,
          new Collection(
              id, Policy.of(null, TIMEOUT), Collection.Work.of(new Run(runner.kind(), Map.of()))));
    }
    SourceRegistry registry = new SourceRegistry();
    registry.replace(new Sources(byId));
    return registry;
  }

  private CompletionStage<Optional<Outcome>> hold(Execution execution) {
    Held started = new Held(execution, new CompletableFuture<>());
    held.ref().tell(started);
    return started.outcome();
  }

  private CompletionStage<Optional<Outcome>> talk(Execution execution) {
    return CompletableFuture.supplyAsync(
        () -> {
          for (int i = 0; i < 3; i++) {
            execution.log(Level.INFO, "line " + i);
          }
          return Optional.of(Outcome.success());
        });
  }

  private CompletionStage<Optional<Outcome>> fail(Execution execution) {
    throw new IllegalStateException("a bad day");
  }

  private static int lines(UUID uid) {
    try {
      return logStore.read(uid, null, null, 0, 100).size();
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
  }

  private Lease run(String kind) {
    Lease lease =
        new Lease(
            UUID.randomUUID(),
            "bank/" + kind,
            1,
            "DEFAULT",
            "w",
            clock.instant(),
            clock.instant().plus(TIMEOUT));
    fromPool.tell(new ToWorker.Run("default", lease));
    return lease;
  }

  private Held held() {
    Held started = held.receiveMessage();
    settle();
    return started;
  }

  /** All that was said before is dealt with: what is said now is answered. */
  private void settle() {
    run("noop");
    owners.receiveMessage().answer();
  }

  private List<String> pools = List.of("default");

  private FlowCommand.WorkerAlive alive() {
    return (FlowCommand.WorkerAlive) pool.receiveMessage();
  }

  /** The attempts of the next heartbeat; those before it may still be on their way. */
  private Set<UUID> beat() {
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

  private void pass(Duration duration) {
    clock.pass(duration);
    journal.time.timePasses(duration);
  }

  private TestProbe<Done> drain() {
    TestProbe<Done> caller = journal.actors.createTestProbe();
    workers.tell(new WorkerPool.Drain(GRACE, caller.ref()));
    return caller;
  }

  private static void silent(TestProbe<?> probe) {
    probe.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void theySayThatTheyAreAliveWithTheirSlotsAndAttempts() {
    Lease lease = run("hold");
    held();
    pass(HEARTBEAT);
    FlowCommand.WorkerAlive alive = alive();
    assertThat(alive.worker()).isEqualTo("w");
    assertThat(alive.slots()).isEqualTo(SLOTS);
    assertThat(alive.attempts()).containsExactly(lease.attemptUid());
    silent(pool);
  }

  @Test
  void whatIsMoreThanThereAreSlotsWaitsForOne() {
    List<Held> running = new ArrayList<>();
    for (int i = 0; i < SLOTS; i++) {
      run("hold");
      running.add(held.receiveMessage());
    }
    Lease surplus = run("hold");
    silent(held);
    assertThat(beat()).as("it is not lost meanwhile").contains(surplus.attemptUid());
    running.get(0).outcome().complete(Optional.of(Outcome.success()));
    owners.receiveMessage().answer();
    assertThat(held.receiveMessage().execution().assignment().attemptUid())
        .isEqualTo(surplus.attemptUid());
  }

  @Test
  void eachPoolIsToldOfTheSlotsThatTheOthersLeave() {
    pools = List.of("default", "far");
    run("hold");
    held.receiveMessage();
    pass(Duration.ofMillis(50));
    assertThat(List.of(alive().slots(), alive().slots()))
        .as("its own pool counts it by itself")
        .containsExactly(SLOTS, SLOTS - 1);
  }

  @Test
  void whatIsGrantedIsRunAndItsOwnerIsTold() {
    Lease lease = run("noop");
    Told told = owners.receiveMessage();
    assertThat(told.lease()).isEqualTo(lease);
    assertThat(told.outcome()).isEqualTo(Outcome.success());
    told.answer();
    assertThat(beat()).isEmpty();
  }

  @Test
  void aRunnerIsToldWhatItRuns() {
    Lease lease = run("hold");
    Assignment assignment = held().execution().assignment();
    assertThat(assignment.taskId()).isEqualTo("bank_hold_" + lease.attemptUid());
    assertThat(assignment.attemptUid()).isEqualTo(lease.attemptUid());
    assertThat(assignment.deadline()).isEqualTo(lease.deadline());
    assertThat(assignment.run().kind()).isEqualTo("hold");
  }

  @Test
  void anOwnerIsToldAgainUntilItHasAnswered() {
    Lease lease = run("noop");
    owners.receiveMessage();
    assertThat(beat()).as("it is kept until then").containsExactly(lease.attemptUid());
    beat();
    silent(owners);
    beat();
    Told again = owners.receiveMessage();
    assertThat(again.uid()).isEqualTo(lease.attemptUid());
    assertThat(again.outcome()).isEqualTo(Outcome.success());
    again.answer();
    beat();
    pass(Duration.ofSeconds(20));
    silent(owners);
    assertThat(beat()).isEmpty();
  }

  @Test
  void anOutcomeIsToldOnlyWhenTheWholeLogCanBeRead() {
    run("talk");
    assertThat(owners.receiveMessage().lines()).isEqualTo(3);
  }

  @Test
  void atItsDeadlineAnAttemptIsStoppedAndTimesOut() {
    run("hold");
    Held running = held();
    pass(TIMEOUT.minusMillis(1));
    silent(owners);
    pass(Duration.ofMillis(1));
    Told told = owners.receiveMessage();
    assertThat(told.outcome().kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(told.outcome().message()).contains("60.0 s");
    assertThat(running.execution().isCanceled()).isTrue();
    running.outcome().complete(Optional.of(Outcome.success()));
    silent(owners);
  }

  @Test
  void anAttemptThatComesAfterItsDeadlineIsNotRun() {
    Lease late =
        new Lease(
            UUID.randomUUID(),
            "bank/hold",
            1,
            "DEFAULT",
            "w",
            clock.instant().minusSeconds(60),
            clock.instant().minusSeconds(1));
    fromPool.tell(new ToWorker.Run("default", late));
    assertThat(owners.receiveMessage().outcome().kind()).isEqualTo(Kind.TIMEOUT);
    silent(held);
  }

  @Test
  void whatIsToStopIsCanceledAndForgotten() {
    Lease lease = run("hold");
    Held running = held();
    fromPool.tell(new ToWorker.Stop(lease.attemptUid()));
    assertThat(beat()).isEmpty();
    assertThat(running.execution().isCanceled()).isTrue();
    running.outcome().complete(Optional.of(Outcome.canceled("stopped")));
    pass(TIMEOUT);
    silent(owners);
  }

  @Test
  void aStopOfWhatIsNotKnownChangesNothing() {
    Lease lease = run("hold");
    held();
    fromPool.tell(new ToWorker.Stop(UUID.randomUUID()));
    assertThat(beat()).containsExactly(lease.attemptUid());
  }

  @Test
  void anAttemptThatIsGrantedTwiceRunsOnce() {
    Lease lease = run("hold");
    fromPool.tell(new ToWorker.Run("default", lease));
    Held running = held();
    silent(held);
    running.outcome().complete(Optional.of(Outcome.success()));
    owners.receiveMessage();
    fromPool.tell(new ToWorker.Run("default", lease));
    silent(held);
    silent(owners);
  }

  @Test
  void whatIsNotDefinedAnyMoreFailsForGood() {
    run("gone");
    Outcome outcome = owners.receiveMessage().outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.FAILURE);
    assertThat(outcome.retryable()).isFalse();
    assertThat(outcome.message()).contains("not defined");
  }

  @Test
  void aRunnerThatBreaksIsAnError() {
    run("throw");
    Outcome outcome = owners.receiveMessage().outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.ERROR);
    assertThat(outcome.message()).contains("a bad day");
  }

  @ParameterizedTest
  @ValueSource(strings = {"give", "give-later"})
  void whatWasHandedOverKeepsItsSlotUntilItIsToStop(String kind) {
    Lease lease = run(kind);
    settle();
    pass(TIMEOUT.minusSeconds(5));
    assertThat(beat()).containsExactly(lease.attemptUid());
    fromPool.tell(new ToWorker.Stop(lease.attemptUid()));
    assertThat(beat()).isEmpty();
    silent(owners);
  }

  @ParameterizedTest
  @ValueSource(strings = {"give", "give-later"})
  void whatWasHandedOverTimesOutAtItsDeadline(String kind) {
    run(kind);
    settle();
    pass(TIMEOUT);
    assertThat(owners.receiveMessage().outcome().kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void aDrainOfIdleWorkersIsDoneAtOnce() {
    TestProbe<Done> caller = drain();
    assertThat(alive().slots()).isZero();
    caller.receiveMessage();
  }

  @Test
  void aDrainTakesTheSlotsAwayAtOnceAndIsDoneWhenTheLastAttemptIsOver() {
    run("hold");
    Held running = held();
    TestProbe<Done> caller = drain();
    FlowCommand.WorkerAlive alive = alive();
    assertThat(alive.slots()).isZero();
    assertThat(alive.attempts()).hasSize(1);
    silent(caller);
    running.outcome().complete(Optional.of(Outcome.success()));
    Told told = owners.receiveMessage();
    silent(caller);
    told.answer();
    caller.receiveMessage();
    assertThat(told.outcome()).isEqualTo(Outcome.success());
  }

  @Test
  void afterTheGraceTheRestIsStopped() {
    run("hold");
    run("hold");
    Held first = held.receiveMessage();
    Held second = held();
    TestProbe<Done> caller = drain();
    alive();
    first.outcome().complete(Optional.of(Outcome.success()));
    owners.receiveMessage().answer();
    pass(GRACE.minusSeconds(1));
    silent(owners);
    pass(Duration.ofSeconds(1));
    Told told = owners.receiveMessage();
    assertThat(told.outcome().kind()).isEqualTo(Kind.ERROR);
    assertThat(told.outcome().retryable()).isTrue();
    assertThat(told.outcome().message()).contains("Stopped with its node");
    assertThat(second.execution().isCanceled()).isTrue();
    silent(caller);
    told.answer();
    caller.receiveMessage();
  }
}
