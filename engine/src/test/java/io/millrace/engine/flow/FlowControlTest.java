package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The actor on a real journal; its clock and its timers stand still unless they are moved. */
class FlowControlTest {
  private static final AtomicInteger POOLS = new AtomicInteger();
  private static final FlowSettings TWO_CHANNELS =
      new FlowSettings(
          2,
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          100,
          Duration.ofHours(1));

  private static JournalKit journal;
  private static ActorTestKit kit;

  /** What the owners were told: the lease, and the outcome if it was to end. */
  private record Told(Lease lease, Outcome outcome, ActorRef<Owners.Ended> replyTo) {}

  private final TestClock clock = new TestClock();
  private final List<Waiting> history = new ArrayList<>();
  private final String pool = "pool-" + POOLS.incrementAndGet();
  private TestProbe<ToWorker> worker;
  private TestProbe<Told> owners;
  private TestProbe<Notification> notifications;
  private ActorRef<FlowCommand> flow;
  private PoolChange config = change(1, PoolConfig.ofChannels(2));
  private final Set<UUID> over = new HashSet<>();

  private final OpenTasks openTasks =
      new OpenTasks() {
        @Override
        public CompletionStage<List<Waiting>> waiting(UUID after, int limit) {
          return CompletableFuture.completedFuture(List.copyOf(history));
        }

        @Override
        public CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts) {
          Map<UUID, Instant> open = new HashMap<>();
          attempts.forEach(uid -> open.put(uid, clock.instant().plusSeconds(60)));
          open.keySet().removeAll(over);
          return CompletableFuture.completedFuture(open);
        }
      };

  private PoolChange change(long version, PoolConfig config) {
    return new PoolChange(pool, version, config, "ops", clock.instant(), "why");
  }

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
    kit = journal.actors;
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void create() {
    worker = kit.createTestProbe();
    owners = kit.createTestProbe();
    notifications = kit.createTestProbe();
    flow = spawn();
  }

  private ActorRef<FlowCommand> spawn() {
    Owners told =
        new Owners() {
          @Override
          public void started(Lease lease) {
            owners.ref().tell(new Told(lease, null, null));
          }

          @Override
          public void end(Lease lease, Outcome outcome, ActorRef<Ended> replyTo) {
            owners.ref().tell(new Told(lease, outcome, replyTo));
          }
        };
    return kit.spawn(
        FlowControl.create(
            new PoolContext(
                pool,
                TWO_CHANNELS,
                told,
                openTasks,
                () -> CompletableFuture.completedFuture(config),
                notifications.ref()::tell,
                new FlowMeters(new SimpleMeterRegistry(), pool),
                most -> 1,
                clock)));
  }

  private Waiting task() {
    return task("DEFAULT", Task.NODES);
  }

  private Waiting task(String system, String queue) {
    return new Waiting(
        UUID.randomUUID(),
        "bank/accounts",
        1,
        system,
        queue,
        1,
        clock.instant(),
        Duration.ofMinutes(1));
  }

  private void alive(UUID... attempts) {
    flow.tell(new FlowCommand.WorkerAlive("w", worker.ref(), 16, Set.of(attempts)));
  }

  private Lease expectRun() {
    return ((ToWorker.Run) worker.receiveMessage()).lease();
  }

  /** Time passes, and the pool notices. */
  private void pass(Duration duration) {
    clock.pass(duration);
    journal.time.timePasses(Duration.ofSeconds(1));
  }

  @Test
  void aRequestIsGrantedToTheWorkerAndToldToItsOwner() {
    alive();
    Waiting task = task();
    flow.tell(new FlowCommand.Request(task));
    Lease lease = expectRun();
    assertThat(lease.attemptUid()).isEqualTo(task.attemptUid());
    assertThat(lease.deadline()).isEqualTo(clock.instant().plus(Duration.ofMinutes(1)));
    assertThat(owners.receiveMessage().lease()).isEqualTo(lease);
  }

  @Test
  void aThirdWaitsForAChannelAndGetsTheOneThatIsReleased() {
    alive();
    List<Waiting> tasks = List.of(task(), task(), task());
    tasks.forEach(task -> flow.tell(new FlowCommand.Request(task)));
    Lease first = expectRun();
    expectRun();
    worker.expectNoMessage(Duration.ofMillis(100));
    flow.tell(new FlowCommand.Release(first.attemptUid()));
    assertThat(worker.receiveMessage()).isEqualTo(new ToWorker.Stop(first.attemptUid()));
    assertThat(expectRun().attemptUid()).isEqualTo(tasks.get(2).attemptUid());
  }

  @Test
  void aRequestMadeTwiceIsGrantedOnceAndItsOwnerHearsOfItAgain() {
    alive();
    Waiting task = task();
    flow.tell(new FlowCommand.Request(task));
    Lease lease = expectRun();
    owners.receiveMessage();
    flow.tell(new FlowCommand.Request(task));
    assertThat(owners.receiveMessage().lease()).isEqualTo(lease);
    worker.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void aTaskThatIsCanceledWhileItWaitsNeverRuns() {
    Waiting task = task();
    flow.tell(new FlowCommand.Request(task));
    flow.tell(new FlowCommand.Release(task.attemptUid()));
    alive();
    worker.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void atItsDeadlineAnAttemptIsEndedAndItsChannelIsFree() {
    alive();
    flow.tell(new FlowCommand.Request(task()));
    Lease lease = expectRun();
    owners.receiveMessage();
    clock.pass(Duration.ofSeconds(64));
    alive(lease.attemptUid());
    pass(Duration.ofSeconds(1));
    owners.expectNoMessage(Duration.ofMillis(100));
    pass(Duration.ofSeconds(1));
    Told told = owners.receiveMessage();
    assertThat(told.outcome().kind()).isEqualTo(Outcome.Kind.TIMEOUT);
    told.replyTo().tell(new Owners.Ended(lease.attemptUid(), true));
    assertThat(worker.receiveMessage()).isEqualTo(new ToWorker.Stop(lease.attemptUid()));
  }

  @Test
  void theAttemptsOfAWorkerThatIsSilentAreEnded() {
    alive();
    flow.tell(new FlowCommand.Request(task()));
    Lease lease = expectRun();
    owners.receiveMessage();
    pass(Duration.ofSeconds(11));
    Told told = owners.receiveMessage();
    assertThat(told.lease()).isEqualTo(lease);
    assertThat(told.outcome().message()).contains("lost").contains("w");
  }

  @Test
  void anAttemptThatItsWorkerDoesNotKnowIsEnded() {
    alive();
    flow.tell(new FlowCommand.Request(task()));
    expectRun();
    owners.receiveMessage();
    clock.pass(Duration.ofSeconds(11));
    alive();
    assertThat(owners.receiveMessage().outcome().message()).contains("does not know");
  }

  private TestProbe<FlowCommand.Claimed> claim() {
    TestProbe<FlowCommand.Claimed> claimed = kit.createTestProbe();
    flow.tell(
        new FlowCommand.Claim(
            "remote", Set.of("q"), 1, clock.instant().plusSeconds(60), claimed.ref()));
    return claimed;
  }

  @Test
  void aRemoteWorkerThatWaitedLongHasTimeToSpeakOnceItGotATask() {
    TestProbe<FlowCommand.Claimed> claimed = claim();
    TestProbe<PoolState> state = kit.createTestProbe();
    flow.tell(new FlowCommand.Get(state.ref()));
    assertThat(state.receiveMessage().workers()).as("its claim is open").hasSize(1);
    pass(Duration.ofSeconds(15));
    flow.tell(new FlowCommand.Request(task("DEFAULT", "q")));
    claimed.receiveMessage();
    assertThat(owners.receiveMessage().outcome()).as("it runs").isNull();
    pass(Duration.ofSeconds(9));
    owners.expectNoMessage(Duration.ofMillis(100));
    pass(Duration.ofSeconds(2));
    assertThat(owners.receiveMessage().outcome().message()).contains("lost");
  }

  @Test
  void aPoolThatJustStartedTellsNoWorkerToStop() {
    TestProbe<FlowCommand.Held> held = kit.createTestProbe();
    flow.tell(new FlowCommand.Request(task("DEFAULT", "q")));
    TestProbe<FlowCommand.Claimed> claimed = claim();
    Set<UUID> attempts = Set.of(claimed.receiveMessage().leases().get(0).attemptUid());
    kit.stop(flow);
    flow = spawn();
    flow.tell(new FlowCommand.Heartbeat("remote", attempts, held.ref()));
    assertThat(held.receiveMessage().attempts()).isEqualTo(attempts);
  }

  @Test
  void itsChannelsOutliveItAndWhatWaitedIsReadFromTheHistory() {
    alive();
    Waiting running = task();
    flow.tell(new FlowCommand.Request(running));
    Lease lease = expectRun();
    kit.stop(flow);

    Waiting queued = task();
    history.add(queued);
    flow = spawn();
    alive(lease.attemptUid());
    assertThat(expectRun().attemptUid()).isEqualTo(queued.attemptUid());
    flow.tell(new FlowCommand.Request(task()));
    worker.expectNoMessage(Duration.ofMillis(100));
    flow.tell(new FlowCommand.Release(lease.attemptUid()));
    assertThat(worker.receiveMessage()).isEqualTo(new ToWorker.Stop(lease.attemptUid()));
    expectRun();
  }

  @Test
  void workersOfAnEarlierLifeAreLostOnlyAfterTheyHadTimeToSpeak() {
    alive();
    Waiting task = task();
    flow.tell(new FlowCommand.Request(task));
    expectRun();
    owners.receiveMessage();
    kit.stop(flow);
    flow = spawn();
    flow.tell(new FlowCommand.Request(task));
    assertThat(owners.receiveMessage().outcome()).as("it is there, and knows").isNull();
    pass(Duration.ofSeconds(9));
    owners.expectNoMessage(Duration.ofMillis(100));
    pass(Duration.ofSeconds(2));
    assertThat(owners.receiveMessage().outcome().message()).contains("lost");
  }
}
