package io.millrace.engine.worker;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.WorkerCommand;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.AttemptPreparer.GrantedAttempt;
import io.millrace.engine.worker.AttemptPreparer.PreparedAttempt;
import io.millrace.engine.worker.NodeWorkerCommand.DeadlinePassed;
import io.millrace.engine.worker.NodeWorkerCommand.FromPool;
import io.millrace.engine.worker.NodeWorkerCommand.HeartbeatSoonTick;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The worker of this node. It runs the attempts that pools grant it, stops them at their deadline,
 * and reports each outcome to the owner of the attempt until the owner acknowledges it.
 */
public final class NodeWorker extends AbstractBehavior<NodeWorkerCommand> {

  private static final Duration TELL_AGAIN = Duration.ofSeconds(5);
  private static final Duration LATE = Duration.ofSeconds(1);
  private static final Duration BEAT_SOON = Duration.ofMillis(50);

  private final NodeWorkerContext node;
  private final TimerScheduler<NodeWorkerCommand> timers;
  private final Clock clock;
  private final ActorRef<WorkerCommand> fromPool;
  private final ActorRef<OwnerGateway.AttemptEnded> ended;
  private final Map<UUID, LeasedAttempt> attempts = new HashMap<>();

  /** Attempts that several pools granted at the same moment, beyond the number of slots. */
  private final Map<UUID, GrantedAttempt> surplus = new LinkedHashMap<>();

  private final AttemptPreparer preparer;
  private int slots;
  private final List<ActorRef<Done>> awaitingEnd = new ArrayList<>();
  private boolean abandoned;

  public static Behavior<NodeWorkerCommand> create(NodeWorkerContext node, Clock clock) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new NodeWorker(context, timers, node, clock)));
  }

  private NodeWorker(
      ActorContext<NodeWorkerCommand> context,
      TimerScheduler<NodeWorkerCommand> timers,
      NodeWorkerContext node,
      Clock clock) {
    super(context);
    this.node = node;
    this.timers = timers;
    this.clock = clock;
    this.slots = node.slots();
    this.preparer = new AttemptPreparer(node.assignments(), node.storedLines());
    this.fromPool = context.messageAdapter(WorkerCommand.class, FromPool::new);
    this.ended =
        context.messageAdapter(
            OwnerGateway.AttemptEnded.class,
            answer -> new NodeWorkerCommand.EndAcknowledged(answer.attemptUid()));
    timers.startTimerWithFixedDelay(NodeWorkerCommand.HeartbeatTick.INSTANCE, node.heartbeat());
    sendHeartbeats();
  }

  @Override
  public Receive<NodeWorkerCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(FromPool.class, this::onFromPool)
        .onMessage(NodeWorkerCommand.AssignmentPrepared.class, done -> onPrepared(done.prepared()))
        .onMessage(
            NodeWorkerCommand.RunCompleted.class, done -> onCompleted(done.uid(), done.outcome()))
        .onMessage(NodeWorkerCommand.LogFlushed.class, logged -> tellOwner(logged.uid()))
        .onMessage(NodeWorkerCommand.EndAcknowledged.class, answer -> forget(answer.uid()))
        .onMessage(DeadlinePassed.class, this::onDeadline)
        .onMessage(NodeWorkerCommand.HeartbeatTick.class, tick -> onHeartbeatTick())
        .onMessage(HeartbeatSoonTick.class, soon -> sendHeartbeats())
        .onMessage(NodeWorkerCommand.PoolStarted.class, this::onPoolStarted)
        .onMessage(NodeWorkerCommand.NodeLost.class, lost -> onNodeLost())
        .onMessage(NodeWorkerCommand.Drain.class, this::onDrain)
        .onMessage(NodeWorkerCommand.Abandon.class, this::onAbandon)
        .onMessage(NodeWorkerCommand.GraceOver.class, over -> onGraceOver())
        .build();
  }

  private Behavior<NodeWorkerCommand> onFromPool(FromPool from) {
    if (from.message() instanceof WorkerCommand.RunAttempt run) {
      return take(new GrantedAttempt(run.pool(), run.lease(), false));
    }
    if (from.message() instanceof WorkerCommand.ResumeAttempt resume) {
      return take(new GrantedAttempt(resume.pool(), resume.lease(), true));
    }
    UUID uid = ((WorkerCommand.StopAttempt) from.message()).attemptUid();
    LeasedAttempt attempt = attempts.get(uid);
    if (attempt != null && attempt.outcome() == null) {
      attempt.cancel();
    }
    return forget(uid);
  }

  private Behavior<NodeWorkerCommand> take(GrantedAttempt granted) {
    UUID uid = granted.lease().attemptUid();
    if (abandoned) {
      return this;
    }
    if (attempts.size() >= node.slots()) {
      surplus.put(uid, granted);
    } else if (!attempts.containsKey(uid)) {
      run(granted);
    }
    return sendHeartbeatsSoon();
  }

  private Behavior<NodeWorkerCommand> run(GrantedAttempt granted) {
    Lease lease = granted.lease();
    UUID uid = lease.attemptUid();
    attempts.put(
        uid,
        new LeasedAttempt(granted.pool(), lease, null, node.logs().open(uid), null, Instant.MAX));
    if (!granted.resumed() && clock.instant().isAfter(lease.deadline())) {
      return onCompleted(
          uid, Optional.of(Outcome.timeout("The deadline passed before the task began")));
    }
    CompletableFuture<PreparedAttempt> prepared = preparer.prepare(granted).toCompletableFuture();
    if (prepared.isDone()) {
      return onPrepared(prepared.join());
    }
    timers.startSingleTimer(uid, new DeadlinePassed(uid, false), lease.left(clock.instant()));
    getContext()
        .pipeToSelf(prepared, (done, never) -> new NodeWorkerCommand.AssignmentPrepared(done));
    return this;
  }

  /** The attempt may have ended, or may already run because it was granted twice. */
  private Behavior<NodeWorkerCommand> onPrepared(PreparedAttempt prepared) {
    UUID uid = prepared.uid();
    LeasedAttempt attempt = attempts.get(uid);
    if (attempt == null || !attempt.isPreparing()) {
      return this;
    }
    Optional<Outcome> refusal = prepared.refusal();
    return refusal.isPresent() ? onCompleted(uid, refusal) : start(attempt, prepared);
  }

  private Behavior<NodeWorkerCommand> start(LeasedAttempt attempt, PreparedAttempt prepared) {
    UUID uid = prepared.uid();
    Execution execution =
        new Execution(
            prepared.assignment().orElseThrow(), clock, attempt.log(), prepared.loggedBefore());
    attempts.put(uid, attempt.running(execution));
    CompletableFuture<Optional<Outcome>> running =
        node.runners().run(execution).toCompletableFuture();
    if (running.isDone() && running.join().isPresent()) {
      return onCompleted(uid, running.join());
    }
    if (!timers.isTimerActive(uid)) {
      timers.startSingleTimer(
          uid, new DeadlinePassed(uid, false), attempt.lease().left(clock.instant()));
    }
    getContext()
        .pipeToSelf(running, (outcome, never) -> new NodeWorkerCommand.RunCompleted(uid, outcome));
    return this;
  }

  /** An empty outcome means that the work was handed over. The deadline still applies. */
  private Behavior<NodeWorkerCommand> onCompleted(UUID uid, Optional<Outcome> outcome) {
    if (abandoned) {
      attempts.remove(uid);
      return answerIfDrained();
    }
    LeasedAttempt attempt = attempts.get(uid);
    if (attempt != null && attempt.outcome() == null && outcome.isPresent()) {
      end(attempt, outcome.get());
    }
    return this;
  }

  private Behavior<NodeWorkerCommand> onDeadline(DeadlinePassed deadline) {
    LeasedAttempt attempt = attempts.get(deadline.uid());
    if (attempt != null && attempt.outcome() == null) {
      Lease lease = attempt.lease();
      if (!deadline.heard() && clock.instant().isAfter(lease.deadline().plus(LATE))) {
        // This node was paused. An outcome that arrived meanwhile is processed first.
        timers.startSingleTimer(
            lease.attemptUid(), new DeadlinePassed(lease.attemptUid(), true), LATE);
        return this;
      }
      stop(attempt, attempt.timeout());
    }
    return this;
  }

  private void stop(LeasedAttempt attempt, Outcome outcome) {
    attempt.cancel();
    end(attempt, outcome);
  }

  /** The outcome is reported only when the whole log can be read. */
  private void end(LeasedAttempt attempt, Outcome outcome) {
    UUID uid = attempt.lease().attemptUid();
    attempts.put(uid, attempt.ended(outcome));
    CompletionStage<Void> flushed = attempt.log().end();
    if (flushed.toCompletableFuture().isDone()) {
      tellOwner(uid);
    } else {
      getContext().pipeToSelf(flushed, (done, fault) -> new NodeWorkerCommand.LogFlushed(uid));
    }
  }

  private Behavior<NodeWorkerCommand> tellOwner(UUID uid) {
    LeasedAttempt attempt = attempts.get(uid);
    if (attempt != null && attempt.outcome() != null) {
      attempts.put(uid, attempt.told(clock.instant()));
      node.owners().end(attempt.lease(), attempt.outcome(), true, ended);
    }
    return this;
  }

  private Behavior<NodeWorkerCommand> forget(UUID uid) {
    timers.cancel(uid);
    LeasedAttempt known = attempts.remove(uid);
    if (known != null) {
      known.acknowledge();
    }
    surplus.remove(uid);
    if (!surplus.isEmpty() && attempts.size() < node.slots()) {
      GrantedAttempt next = surplus.values().iterator().next();
      surplus.remove(next.lease().attemptUid());
      run(next);
    }
    sendHeartbeatsSoon();
    return answerIfDrained();
  }

  /** If several pools share the slots, each must know how many the others use. */
  private Behavior<NodeWorkerCommand> sendHeartbeatsSoon() {
    if (node.pools().get().size() > 1 && !timers.isTimerActive(HeartbeatSoonTick.INSTANCE)) {
      timers.startSingleTimer(HeartbeatSoonTick.INSTANCE, BEAT_SOON);
    }
    return this;
  }

  private Behavior<NodeWorkerCommand> onHeartbeatTick() {
    tellOwnersAgain(clock.instant().minus(TELL_AGAIN));
    return sendHeartbeats();
  }

  private Behavior<NodeWorkerCommand> onPoolStarted(NodeWorkerCommand.PoolStarted started) {
    node.poolStarted().accept(started.pool());
    return sendHeartbeats();
  }

  private Behavior<NodeWorkerCommand> onNodeLost() {
    tellOwnersAgain(clock.instant());
    return this;
  }

  /** Reports the outcomes again that were reported before this time and are not acknowledged. */
  private void tellOwnersAgain(Instant late) {
    new HashMap<>(attempts)
        .forEach(
            (uid, attempt) -> {
              if (attempt.outcome() != null && attempt.toldAt().isBefore(late)) {
                tellOwner(uid);
              }
            });
  }

  private Behavior<NodeWorkerCommand> sendHeartbeats() {
    Set<UUID> all = new HashSet<>(attempts.keySet());
    all.addAll(surplus.keySet());
    for (String pool : node.pools().get()) {
      long elsewhere = attempts.values().stream().filter(a -> !a.pool().equals(pool)).count();
      int left = (int) Math.max(0, slots - elsewhere);
      node.tellPool()
          .accept(pool, new FlowCommand.WorkerAlive(node.name(), fromPool, left, all, slots));
    }
    return this;
  }

  private Behavior<NodeWorkerCommand> onDrain(NodeWorkerCommand.Drain drain) {
    getContext().getLog().info("Draining: {} attempts are running, no new ones", attempts.size());
    slots = 0;
    awaitingEnd.add(drain.replyTo());
    leaveToOthers();
    sendHeartbeats();
    timers.startSingleTimer(NodeWorkerCommand.GraceOver.INSTANCE, drain.grace());
    return answerIfDrained();
  }

  /** Lets go of the attempts that another node can continue: the pools notice it. */
  private void leaveToOthers() {
    attempts.values().removeIf(attempt -> attempt.detachIfItCanMove(node.runners()));
  }

  private Behavior<NodeWorkerCommand> onGraceOver() {
    surplus.clear(); // the pools release their channels when they notice that this node is gone
    attempts.values().stream()
        .filter(attempt -> attempt.outcome() == null)
        .toList()
        .forEach(
            attempt ->
                stop(attempt, Outcome.error("Stopped with its node").because(FailureKind.STOPPED)));
    return this;
  }

  private Behavior<NodeWorkerCommand> onAbandon(NodeWorkerCommand.Abandon abandon) {
    awaitingEnd.add(abandon.replyTo());
    if (!abandoned) {
      abandoned = true;
      slots = 0;
      surplus.clear();
      timers.cancelAll();
      leaveToOthers();
      attempts.values().removeIf(attempt -> !attempt.isRunning());
      getContext().getLog().warn("{} attempts are killed with this node", attempts.size());
      List.copyOf(attempts.values()).forEach(LeasedAttempt::abandon);
    }
    return answerIfDrained();
  }

  private Behavior<NodeWorkerCommand> answerIfDrained() {
    if (attempts.isEmpty()) {
      awaitingEnd.forEach(caller -> caller.tell(Done.getInstance()));
      awaitingEnd.clear();
    }
    return this;
  }
}
