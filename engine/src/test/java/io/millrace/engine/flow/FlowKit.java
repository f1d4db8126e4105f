package io.millrace.engine.flow;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** One pool's actor on a real journal, with a worker "w" and a clock that only the test moves. */
final class FlowKit {
  private static final AtomicInteger POOLS = new AtomicInteger();
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final FlowSettings SETTINGS =
      new FlowSettings(
          2,
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          100,
          Duration.ofHours(1));

  /** A message to an owner: its attempt has to end. */
  record OwnerCall(Lease lease, Outcome outcome, ActorRef<OwnerGateway.AttemptEnded> replyTo) {}

  final TestClock clock = new TestClock();
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final List<WaitingTask> history = new ArrayList<>();
  final Set<UUID> over = new HashSet<>();

  /** The owners whose work goes on without a node. */
  final Set<String> outliving = new HashSet<>();

  CompletableFuture<Void> readable = CompletableFuture.completedFuture(null);
  final Map<UUID, Instant> storedDeadlines = new HashMap<>();
  final TestProbe<WorkerCommand> worker;
  final TestProbe<OwnerCall> owners;
  final TestProbe<Lease> callersGranted;
  final TestProbe<Notification> notifications;
  PoolChange config;
  ActorRef<FlowCommand> flow;

  private final JournalKit journal;
  private final ActorTestKit actors;
  private final String pool = "pool-" + POOLS.incrementAndGet();

  FlowKit(JournalKit journal) {
    this.journal = journal;
    this.actors = journal.actors;
    worker = actors.createTestProbe();
    owners = actors.createTestProbe();
    callersGranted = actors.createTestProbe();
    notifications = actors.createTestProbe();
    config = change(1, PoolConfig.ofChannels(2));
    start();
  }

  PoolChange change(long version, PoolConfig config) {
    return new PoolChange(pool, version, config, "ops", clock.instant(), "why");
  }

  void start() {
    OwnerGateway told =
        (lease, outcome, byWorker, replyTo) ->
            owners.ref().tell(new OwnerCall(lease, outcome, replyTo));
    flow =
        actors.spawn(
            FlowControl.create(
                PoolContext.builder()
                    .pool(pool)
                    .settings(SETTINGS)
                    .owners(told)
                    .callerGranted(callersGranted.ref()::tell)
                    .openTasks(new TestHistory())
                    .config(() -> CompletableFuture.completedFuture(config))
                    .notifications(notifications.ref()::tell)
                    .nodes(new TestNodes())
                    .outlivesNode(outliving::contains)
                    .meters(new FlowMeters(meters, pool))
                    .draw(most -> 1)
                    .clock(clock)
                    .build()));
  }

  void stop() {
    actors.stop(flow);
  }

  /** The workers of nodes that have left, and how often the nodes were told of a start. */
  final Set<String> gone = ConcurrentHashMap.newKeySet();

  final AtomicInteger starts = new AtomicInteger();

  private final class TestNodes implements NodeWorkers {
    @Override
    public boolean isGone(String worker) {
      return gone.contains(worker);
    }

    @Override
    public void poolStarted(String started) {
      starts.incrementAndGet();
    }
  }

  /** The history, as far as a pool reads it. */
  private final class TestHistory implements OpenTasks {
    @Override
    public CompletionStage<List<WaitingTask>> waiting(UUID after, int limit) {
      return readable.thenApply(read -> List.copyOf(history));
    }

    @Override
    public CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts) {
      Map<UUID, Instant> open = new HashMap<>(storedDeadlines);
      open.keySet().retainAll(attempts);
      open.keySet().removeAll(over);
      return CompletableFuture.completedFuture(open);
    }
  }

  WaitingTask task() {
    return task("DEFAULT", Task.NODES);
  }

  WaitingTask task(String system, String queue) {
    return task(system, queue, null);
  }

  /** A waiting task in a line. */
  WaitingTask inLine(String line, long place) {
    return task("DEFAULT", Task.NODES, new TaskOrder(line, place));
  }

  private WaitingTask task(String system, String queue, TaskOrder order) {
    return WaitingTask.builder()
        .attemptUid(UUID.randomUUID())
        .owner("bank/accounts")
        .attemptNo(1)
        .system(system)
        .queue(queue)
        .score(1)
        .createdAt(clock.instant())
        .timeout(TIMEOUT)
        .order(order)
        .build();
  }

  WaitingTask request(WaitingTask task) {
    flow.tell(new FlowCommand.Request(task));
    return task;
  }

  /** The worker of the attempt has reported its end. */
  void release(UUID attemptUid) {
    flow.tell(new FlowCommand.Release(attemptUid, true));
  }

  /** Somebody else ended the attempt, such as a person who cancels it. */
  void cancel(UUID attemptUid) {
    flow.tell(new FlowCommand.Release(attemptUid, false));
  }

  /** The worker "w" has 16 slots, and these attempts. */
  void alive(UUID... attempts) {
    flow.tell(new FlowCommand.WorkerAlive("w", worker.ref(), 16, Set.of(attempts), 16));
  }

  /** Another node with some slots, and these attempts. */
  void alive(String name, TestProbe<WorkerCommand> node, int slots, UUID... attempts) {
    flow.tell(new FlowCommand.WorkerAlive(name, node.ref(), slots, Set.of(attempts), slots));
  }

  Lease expectRun() {
    Lease lease = ((WorkerCommand.RunAttempt) worker.receiveMessage()).lease();
    storedDeadlines.put(lease.attemptUid(), lease.deadline());
    return lease;
  }

  /** Moves the clock second by second, with a tick of the pool each time. */
  void pass(Duration duration) {
    for (long second = 0; second < duration.toSeconds(); second++) {
      clock.pass(Duration.ofSeconds(1));
      journal.time.timePasses(Duration.ofSeconds(1));
      state();
    }
  }

  /** Freezes the node for a while; its next tick comes with the next {@link #pass}. */
  void freeze(Duration duration) {
    clock.pass(duration);
  }

  PoolState state() {
    TestProbe<PoolState> probe = actors.createTestProbe();
    flow.tell(FlowCommand.GetState.only(probe.ref()));
    return probe.receiveMessage();
  }

  /** Puts a config in force. */
  PoolState configure(PoolConfig next) {
    config = change(config.version() + 1, next);
    TestProbe<PoolState> probe = actors.createTestProbe();
    flow.tell(new FlowCommand.ReloadConfig(probe.ref()));
    return probe.receiveMessage();
  }

  /** The claim of a remote worker. */
  TestProbe<FlowCommand.ClaimReply> claim(String name, int max, String... queues) {
    return claim(name, max, Duration.ofSeconds(20), queues);
  }

  TestProbe<FlowCommand.ClaimReply> claim(
      String name, int max, Duration patience, String... queues) {
    TestProbe<FlowCommand.ClaimReply> probe = actors.createTestProbe();
    Instant until = clock.instant().plus(patience);
    flow.tell(new FlowCommand.Claim(name, Set.of(queues), max, until, probe.ref(), null, null));
    return probe;
  }

  /** A claim that can be withdrawn, of a worker that may have the secrets of these projects. */
  TestProbe<FlowCommand.ClaimReply> claim(
      String name, UUID id, Set<String> projects, String queue) {
    TestProbe<FlowCommand.ClaimReply> probe = actors.createTestProbe();
    Instant until = clock.instant().plusSeconds(20);
    flow.tell(new FlowCommand.Claim(name, Set.of(queue), 1, until, probe.ref(), id, projects));
    return probe;
  }

  /** Sends a heartbeat of a remote worker; returns which of its attempts hold a channel. */
  Set<UUID> heartbeat(String name, UUID... attempts) {
    TestProbe<FlowCommand.HeartbeatReply> probe = actors.createTestProbe();
    flow.tell(new FlowCommand.Heartbeat(name, Set.of(attempts), probe.ref()));
    return probe.receiveMessage().attempts();
  }

  /** A caller waits for a channel. */
  TestProbe<FlowCommand.AwaitReply> await(WaitingTask task) {
    TestProbe<FlowCommand.AwaitReply> probe = actors.createTestProbe();
    flow.tell(new FlowCommand.Await(task, clock.instant().plusSeconds(20), probe.ref()));
    return probe;
  }
}
