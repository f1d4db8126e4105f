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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The worker of this node. It runs the attempts that pools grant it, stops them at their deadline,
 * and reports each outcome to the owner of the attempt until the owner acknowledges it.
 */
public final class NodeWorker extends AbstractBehavior<NodeWorker.Command> {

  /** The commands of the worker. */
  public sealed interface Command {}

  /**
   * Takes no new attempts, lets running ones end within the grace, stops the rest, then replies.
   */
  public record Drain(Duration grace, ActorRef<Done> replyTo) implements Command {}

  private record FromPool(WorkerCommand message) implements Command {}

  private record AssignmentPrepared(PreparedAttempt prepared) implements Command {}

  private record RunCompleted(UUID uid, Optional<Outcome> outcome) implements Command {}

  private record LogFlushed(UUID uid) implements Command {}

  private record EndAcknowledged(UUID uid) implements Command {}

  /**
   * @param heard whether waiting messages were processed first, in case this timer was late
   */
  private record DeadlinePassed(UUID uid, boolean heard) implements Command {}

  private enum HeartbeatTick implements Command {
    INSTANCE
  }

  private enum HeartbeatSoonTick implements Command {
    INSTANCE
  }

  private enum GraceOver implements Command {
    INSTANCE
  }

  private static final Duration TELL_AGAIN = Duration.ofSeconds(5);
  private static final Duration LATE = Duration.ofSeconds(1);
  private static final Duration BEAT_SOON = Duration.ofMillis(50);

  private final NodeWorkerContext node;
  private final TimerScheduler<Command> timers;
  private final Clock clock;
  private final ActorRef<WorkerCommand> fromPool;
  private final ActorRef<OwnerGateway.AttemptEnded> ended;
  private final Map<UUID, HeldAttempt> attempts = new HashMap<>();

  /** Attempts that several pools granted at the same moment, beyond the number of slots. */
  private final Map<UUID, GrantedAttempt> surplus = new LinkedHashMap<>();

  private final AttemptPreparer preparer;
  private int slots;
  private @Nullable ActorRef<Done> drained;

  public static Behavior<Command> create(NodeWorkerContext node, Clock clock) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new NodeWorker(context, timers, node, clock)));
  }

  private NodeWorker(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
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
            OwnerGateway.AttemptEnded.class, answer -> new EndAcknowledged(answer.attemptUid()));
    timers.startTimerWithFixedDelay(HeartbeatTick.INSTANCE, node.heartbeat());
    sendHeartbeats();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(FromPool.class, this::onFromPool)
        .onMessage(AssignmentPrepared.class, done -> onPrepared(done.prepared()))
        .onMessage(RunCompleted.class, done -> onCompleted(done.uid(), done.outcome()))
        .onMessage(LogFlushed.class, logged -> tellOwner(logged.uid()))
        .onMessage(EndAcknowledged.class, answer -> forget(answer.uid()))
        .onMessage(DeadlinePassed.class, this::onDeadline)
        .onMessage(HeartbeatTick.class, tick -> onHeartbeatTick())
        .onMessage(HeartbeatSoonTick.class, soon -> sendHeartbeats())
        .onMessage(Drain.class, this::onDrain)
        .onMessage(GraceOver.class, over -> onGraceOver())
        .build();
  }

  private Behavior<Command> onFromPool(FromPool from) {
    if (from.message() instanceof WorkerCommand.RunAttempt run) {
      return take(new GrantedAttempt(run.pool(), run.lease(), false));
    }
    if (from.message() instanceof WorkerCommand.ResumeAttempt resume) {
      return take(new GrantedAttempt(resume.pool(), resume.lease(), true));
    }
    UUID uid = ((WorkerCommand.StopAttempt) from.message()).attemptUid();
    HeldAttempt attempt = attempts.get(uid);
    if (attempt != null && attempt.outcome() == null) {
      attempt.cancel();
    }
    return forget(uid);
  }

  private Behavior<Command> take(GrantedAttempt granted) {
    UUID uid = granted.lease().attemptUid();
    if (attempts.size() >= node.slots()) {
      surplus.put(uid, granted);
    } else if (!attempts.containsKey(uid)) {
      run(granted);
    }
    return sendHeartbeatsSoon();
  }

  private Behavior<Command> run(GrantedAttempt granted) {
    Lease lease = granted.lease();
    UUID uid = lease.attemptUid();
    attempts.put(
        uid,
        new HeldAttempt(granted.pool(), lease, null, node.logs().open(uid), null, Instant.MAX));
    if (!granted.resumed() && clock.instant().isAfter(lease.deadline())) {
      return onCompleted(
          uid, Optional.of(Outcome.timeout("The deadline passed before the task began")));
    }
    CompletableFuture<PreparedAttempt> prepared = preparer.prepare(granted).toCompletableFuture();
    if (prepared.isDone()) {
      return onPrepared(prepared.join());
    }
    timers.startSingleTimer(uid, new DeadlinePassed(uid, false), left(lease));
    getContext().pipeToSelf(prepared, (done, never) -> new AssignmentPrepared(done));
    return this;
  }

  private Duration left(Lease lease) {
    Duration left = Duration.between(clock.instant(), lease.deadline());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** The attempt may have ended, or may already run because it was granted twice. */
  private Behavior<Command> onPrepared(PreparedAttempt prepared) {
    UUID uid = prepared.uid();
    HeldAttempt attempt = attempts.get(uid);
    if (attempt == null || !attempt.isPreparing()) {
      return this;
    }
    Optional<Outcome> refusal = prepared.refusal();
    return refusal.isPresent() ? onCompleted(uid, refusal) : start(attempt, prepared);
  }

  private Behavior<Command> start(HeldAttempt attempt, PreparedAttempt prepared) {
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
      timers.startSingleTimer(uid, new DeadlinePassed(uid, false), left(attempt.lease()));
    }
    getContext().pipeToSelf(running, (outcome, never) -> new RunCompleted(uid, outcome));
    return this;
  }

  /** An empty outcome means that the work was handed over. The deadline still applies. */
  private Behavior<Command> onCompleted(UUID uid, Optional<Outcome> outcome) {
    HeldAttempt attempt = attempts.get(uid);
    if (attempt != null && attempt.outcome() == null && outcome.isPresent()) {
      end(attempt, outcome.get());
    }
    return this;
  }

  private Behavior<Command> onDeadline(DeadlinePassed deadline) {
    HeldAttempt attempt = attempts.get(deadline.uid());
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

  private void stop(HeldAttempt attempt, Outcome outcome) {
    attempt.cancel();
    end(attempt, outcome);
  }

  /** The outcome is reported only when the whole log can be read. */
  private void end(HeldAttempt attempt, Outcome outcome) {
    UUID uid = attempt.lease().attemptUid();
    attempts.put(uid, attempt.ended(outcome));
    CompletionStage<Void> flushed = attempt.log().end();
    if (flushed.toCompletableFuture().isDone()) {
      tellOwner(uid);
    } else {
      getContext().pipeToSelf(flushed, (done, fault) -> new LogFlushed(uid));
    }
  }

  private Behavior<Command> tellOwner(UUID uid) {
    HeldAttempt attempt = attempts.get(uid);
    if (attempt != null && attempt.outcome() != null) {
      attempts.put(uid, attempt.told(clock.instant()));
      node.owners().end(attempt.lease(), attempt.outcome(), true, ended);
    }
    return this;
  }

  private Behavior<Command> forget(UUID uid) {
    timers.cancel(uid);
    HeldAttempt known = attempts.remove(uid);
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
  private Behavior<Command> sendHeartbeatsSoon() {
    if (node.pools().get().size() > 1 && !timers.isTimerActive(HeartbeatSoonTick.INSTANCE)) {
      timers.startSingleTimer(HeartbeatSoonTick.INSTANCE, BEAT_SOON);
    }
    return this;
  }

  private Behavior<Command> onHeartbeatTick() {
    Instant late = clock.instant().minus(TELL_AGAIN);
    new HashMap<>(attempts)
        .forEach(
            (uid, attempt) -> {
              if (attempt.outcome() != null && attempt.toldAt().isBefore(late)) {
                tellOwner(uid);
              }
            });
    return sendHeartbeats();
  }

  private Behavior<Command> sendHeartbeats() {
    Set<UUID> all = new HashSet<>(attempts.keySet());
    all.addAll(surplus.keySet());
    for (String pool : node.pools().get()) {
      long elsewhere = attempts.values().stream().filter(a -> !a.pool().equals(pool)).count();
      int left = (int) Math.max(0, slots - elsewhere);
      node.tellPool().accept(pool, new FlowCommand.WorkerAlive(node.name(), fromPool, left, all));
    }
    return this;
  }

  private Behavior<Command> onDrain(Drain drain) {
    getContext().getLog().info("Draining: {} attempts are running, no new ones", attempts.size());
    slots = 0;
    drained = drain.replyTo();
    leaveToOthers();
    sendHeartbeats();
    timers.startSingleTimer(GraceOver.INSTANCE, drain.grace());
    return answerIfDrained();
  }

  /** Lets go of the attempts that another node can continue: the pools notice it. */
  private void leaveToOthers() {
    attempts.values().stream()
        .filter(attempt -> attempt.canMove(node.runners()))
        .toList()
        .forEach(
            attempt -> {
              attempt.detach();
              timers.cancel(attempt.lease().attemptUid());
              attempts.remove(attempt.lease().attemptUid());
            });
  }

  private Behavior<Command> onGraceOver() {
    surplus.clear(); // the pools release their channels when they notice that this node is gone
    attempts.values().stream()
        .filter(attempt -> attempt.outcome() == null)
        .toList()
        .forEach(
            attempt ->
                stop(attempt, Outcome.error("Stopped with its node").because(FailureKind.STOPPED)));
    return this;
  }

  private Behavior<Command> answerIfDrained() {
    if (drained != null && attempts.isEmpty()) {
      drained.tell(Done.getInstance());
    }
    return this;
  }
}
