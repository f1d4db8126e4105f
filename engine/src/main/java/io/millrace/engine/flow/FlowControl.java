package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import io.millrace.engine.clock.PauseDetector;
import io.millrace.engine.flow.FlowCommand.Await;
import io.millrace.engine.flow.FlowCommand.Claim;
import io.millrace.engine.flow.FlowCommand.Extend;
import io.millrace.engine.flow.FlowCommand.GetState;
import io.millrace.engine.flow.FlowCommand.Heartbeat;
import io.millrace.engine.flow.FlowCommand.HeartbeatReply;
import io.millrace.engine.flow.FlowCommand.ProgressQueue;
import io.millrace.engine.flow.FlowCommand.Release;
import io.millrace.engine.flow.FlowCommand.ReloadConfig;
import io.millrace.engine.flow.FlowCommand.Request;
import io.millrace.engine.flow.FlowCommand.Stop;
import io.millrace.engine.flow.FlowCommand.Withdraw;
import io.millrace.engine.flow.FlowCommand.WorkerAlive;
import io.millrace.engine.notify.Notification;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Owns the channels of one pool. It collects requests and releases while a step is being stored.
 * The next step decides on all of them, and {@link ChannelJournal} stores it as one event.
 *
 * <p>Only channels in use are stored here. Waiting tasks are in the task history, written when they
 * were queued. This actor reads them when it starts.
 */
public final class FlowControl extends AbstractBehavior<FlowCommand> {

  public static final EntityTypeKey<FlowCommand> KEY =
      EntityTypeKey.create(FlowCommand.class, "flow-control");

  private enum Admit implements FlowCommand {
    INSTANCE
  }

  private enum Tick implements FlowCommand {
    INSTANCE
  }

  private record StepStored(ChannelPool pool) implements FlowCommand {}

  private record WaitingTasksRead(List<WaitingTask> waiting, boolean more) implements FlowCommand {}

  private record DeadlinesRead(Set<UUID> asked, Map<UUID, Instant> deadlines)
      implements FlowCommand {}

  private record ConfigRead(PoolChange change, ActorRef<PoolState> replyTo)
      implements FlowCommand {}

  private record ReadFailed(String what, Throwable fault) implements FlowCommand {}

  private static final Duration TICK = Duration.ofSeconds(1);

  private final PoolContext context;
  private final FlowSettings settings;
  private final ActorRef<OwnerGateway.AttemptEnded> ended;
  private final ActorRef<ChannelsChanged> journal;

  private final ConfigInForce inForce = new ConfigInForce();
  private final WaitingQueue waiting = new WaitingQueue(inForce.config());
  private final Set<UUID> freed = new HashSet<>();
  private final PauseDetector pauses;
  private final Workers workers;
  private final Claims claims = new Claims();
  private final WaitingCallers callers = new WaitingCallers();
  private final GrantStatistics grantStatistics;
  private final Set<UUID> changedSinceRead = new HashSet<>();
  private final OverdueAttempts overdueAttempts;
  private Instant readAgainAt = Instant.MAX;

  /** Not all waiting tasks are read. The first one may be missing, so nothing is granted yet. */
  private boolean starting = true;

  private boolean admitting;

  /** The stored state; null until the first recovery. */
  private ChannelPool pool;

  /** The step that is being stored; null if there is none. */
  private AdmissionStep storing;

  public static Behavior<FlowCommand> create(PoolContext pool) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new FlowControl(context, timers, pool)));
  }

  private FlowControl(
      ActorContext<FlowCommand> actor, TimerScheduler<FlowCommand> timers, PoolContext context) {
    super(actor);
    this.context = context;
    this.settings = context.settings();
    this.pauses = new PauseDetector(TICK, now(), now());
    this.workers = new Workers(settings.lostAfter(), pauses);
    this.grantStatistics = new GrantStatistics(now());
    this.overdueAttempts = new OverdueAttempts(settings, pauses);
    this.ended =
        actor.messageAdapter(
            OwnerGateway.AttemptEnded.class, answer -> new Release(answer.attemptUid()));
    ActorRef<ChannelJournal.PoolStored> stored =
        actor.messageAdapter(ChannelJournal.PoolStored.class, step -> new StepStored(step.pool()));
    this.journal = actor.spawn(ChannelJournal.create(context.pool(), stored), "journal");
    timers.startTimerWithFixedDelay(Tick.INSTANCE, TICK);
    readConfig(null);
  }

  @Override
  public Receive<FlowCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(Request.class, request -> onRequest(request.waiting()))
        .onMessage(Release.class, release -> onRelease(release.attemptUid()))
        .onMessage(Await.class, this::onAwait)
        .onMessage(Extend.class, this::onExtend)
        .onMessage(ProgressQueue.class, progress -> admitSoon())
        .onMessage(WorkerAlive.class, this::onWorkerAlive)
        .onMessage(Claim.class, this::onClaim)
        .onMessage(Withdraw.class, this::onWithdraw)
        .onMessage(Heartbeat.class, this::onHeartbeat)
        .onMessage(GetState.class, this::onGet)
        .onMessage(ReloadConfig.class, reload -> readConfig(reload.replyTo()))
        .onMessage(ConfigRead.class, this::onConfigRead)
        .onMessage(Admit.class, admit -> onAdmit())
        .onMessage(StepStored.class, this::onStored)
        .onMessage(Tick.class, tick -> onTick())
        .onMessage(WaitingTasksRead.class, this::onWaitingTasksRead)
        .onMessage(DeadlinesRead.class, this::onDeadlinesRead)
        .onMessage(ReadFailed.class, this::onReadFailed)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .onSignal(PostStop.class, stopped -> onPostStop())
        .build();
  }

  private Behavior<FlowCommand> onRequest(WaitingTask task) {
    Lease lease = lease(task.attemptUid());
    if (lease != null) {
      context.owners().started(lease);
      return this;
    }
    boolean granted = storing != null && storing.grants(task.attemptUid());
    return !granted && waiting.add(task) ? admitSoon() : this;
  }

  private Behavior<FlowCommand> onAwait(Await await) {
    Lease lease = lease(await.waiting().attemptUid());
    if (lease != null) {
      await.replyTo().tell(new FlowCommand.AwaitReply(lease));
      return this;
    }
    callers.add(await);
    return onRequest(await.waiting());
  }

  /** A release that arrives while its grant is being stored takes effect after that. */
  private Behavior<FlowCommand> onRelease(UUID attemptUid) {
    changedSinceRead.add(attemptUid);
    callers.ended(attemptUid);
    return !waiting.remove(attemptUid) && freed.add(attemptUid) ? admitSoon() : this;
  }

  private Behavior<FlowCommand> onExtend(Extend extend) {
    overdueAttempts.extend(extend.attemptUid(), extend.deadline());
    return this;
  }

  private Behavior<FlowCommand> onWorkerAlive(WorkerAlive alive) {
    workers.nodeAlive(alive, now());
    end(overdueAttempts.unknownToWorker(leases(), alive.worker(), alive.attempts(), now()));
    return admitSoon();
  }

  private Behavior<FlowCommand> onClaim(Claim claim) {
    workers.remoteAlive(claim.worker(), now());
    claims.add(claim);
    return admitSoon();
  }

  private Behavior<FlowCommand> onWithdraw(Withdraw gone) {
    claims.withdraw(gone, this::isBeingGranted);
    return this;
  }

  private Behavior<FlowCommand> onHeartbeat(Heartbeat heartbeat) {
    workers.remoteAlive(heartbeat.worker(), now());
    end(overdueAttempts.unknownToWorker(leases(), heartbeat.worker(), heartbeat.attempts(), now()));
    Set<UUID> held = new HashSet<>(heartbeat.attempts());
    if (pool != null) { // before recovery the leases are unknown, and no attempt may be stopped
      held.removeIf(uid -> !holds(heartbeat.worker(), uid));
    }
    heartbeat.replyTo().tell(new HeartbeatReply(held));
    return this;
  }

  private boolean holds(String worker, UUID attemptUid) {
    Lease lease = lease(attemptUid);
    boolean isOver =
        freed.contains(attemptUid)
            || (storing != null && storing.moved().released().contains(attemptUid));
    return lease != null && lease.worker().equals(worker) && !isOver;
  }

  private Behavior<FlowCommand> onGet(GetState get) {
    if (inForce.change() == null) {
      return readConfig(get.replyTo());
    }
    get.replyTo().tell(state());
    return this;
  }

  private PoolState state() {
    ChannelPool known = pool == null ? ChannelPool.EMPTY : pool;
    PoolConfig config = inForce.config();
    Instant countedSince = grantStatistics.since(now());
    return new PoolState(
        inForce.change(),
        known.leases().size(),
        waiting.size(),
        PoolState.systems(config, known.running(config), waiting, grantStatistics),
        countedSince,
        workers.states(claims, known.leases().values()));
  }

  /**
   * @param replyTo gets the state when the config is in force; null if nobody asked
   */
  private Behavior<FlowCommand> readConfig(ActorRef<PoolState> replyTo) {
    read("its config", context.config().get(), found -> new ConfigRead(found, replyTo));
    return this;
  }

  private Behavior<FlowCommand> onConfigRead(ConfigRead configured) {
    if (inForce.update(configured.change())) {
      waiting.applyConfig(inForce.config());
      grantStatistics.clear(now());
      getContext()
          .getLog()
          .info("Pool {}: new config in force: {}", context.pool(), inForce.config());
    }
    if (configured.replyTo() != null) {
      configured.replyTo().tell(state());
    }
    return admitSoon();
  }

  /** Requests that arrive before this message is handled are decided together. */
  private Behavior<FlowCommand> admitSoon() {
    if (!admitting && storing == null && pool != null && !starting) {
      admitting = true;
      getContext().getSelf().tell(Admit.INSTANCE);
    }
    return this;
  }

  private Behavior<FlowCommand> onAdmit() {
    admitting = false;
    if (storing != null || starting) {
      return this;
    }
    Instant now = now();
    // Claims late by more than a tick: this node was paused, and their clients may be gone.
    claims.expire(now.minus(TICK.multipliedBy(2)), worker -> false);
    Slots slots = new Slots(pool.freeSlots(workers.capacity(now)), claims.offers());
    AdmissionStep step = pool.admit(inForce.config(), freed, waiting, slots, context.draw(), now);
    freed.clear();
    if (!step.isEmpty()) {
      storing = step;
      journal.tell(step.moved());
      step.moved()
          .released()
          .forEach(uid -> workers.tell(lease(uid).worker(), new WorkerCommand.StopAttempt(uid)));
    }
    expireWaiting(now);
    return this;
  }

  /** Answers claims and callers whose wait is over, unless they are about to be granted. */
  private void expireWaiting(Instant now) {
    claims.expire(now, this::isBeingGranted);
    callers.expire(now, uid -> storing != null && storing.grants(uid));
  }

  /** A step was stored, or the journal recovered after a start or a failed write. */
  private Behavior<FlowCommand> onStored(StepStored stored) {
    boolean first = pool == null;
    pool = stored.pool();
    AdmissionStep step = storing;
    storing = null;
    if (first) {
      // A task that asked before recovery may hold a channel; it must not get a second one.
      leases().stream()
          .filter(lease -> waiting.remove(lease.attemptUid()))
          .forEach(this::tellStarted);
      readWaitingTasks(null);
    } else if (step != null && pool.includes(step.moved())) {
      step.moved().granted().forEach(this::start);
      Instant now = now();
      step.moved().granted().forEach(lease -> overdueAttempts.markGranted(lease.attemptUid(), now));
      claims.answer(step.moved().granted()).forEach(worker -> workers.remoteAlive(worker, now));
      context.meters().stepStored(step, inForce.config());
      grantStatistics.add(step, inForce.config(), now);
    } else if (step != null) {
      getContext()
          .getLog()
          .warn("Pool {}: a step could not be stored; its tasks are read again", context.pool());
      freed.addAll(step.moved().released());
      starting = true;
      readWaitingTasks(null);
    }
    return admitSoon();
  }

  private void start(Lease lease) {
    changedSinceRead.add(lease.attemptUid());
    workers.tell(lease.worker(), new WorkerCommand.RunAttempt(context.pool(), lease));
    tellStarted(lease);
  }

  private void tellStarted(Lease lease) {
    context.owners().started(lease);
    callers.granted(lease);
  }

  private Behavior<FlowCommand> onPostStop() {
    context.meters().removeAll();
    return this;
  }

  private Behavior<FlowCommand> onTick() {
    Instant now = now();
    Duration pause = pauses.beat(now);
    if (!pause.isZero()) {
      getContext()
          .getLog()
          .warn(
              "Pool {} did not run for {} s; this pause does not count for workers and deadlines",
              context.pool(),
              pause.toMillis() / 1000.0);
    }
    end(overdueAttempts.overdue(leases(), workers, now));
    if (pool != null) {
      overdueAttempts.keepOnly(pool.leases().keySet());
      context.meters().update(inForce.config(), pool.running(inForce.config()), waiting, now);
    }
    expireWaiting(now);
    inForce.pauseWarning(settings.pauseWarning(), now).ifPresent(this::warnOfPause);
    if (pool != null && now.isAfter(readAgainAt)) {
      readWaitingTasks(null);
      readConfig(null);
    }
    return admitSoon();
  }

  private boolean isBeingGranted(String worker) {
    return storing != null
        && storing.moved().granted().stream().anyMatch(lease -> lease.worker().equals(worker));
  }

  private void warnOfPause(Notification pause) {
    PoolChange change = inForce.change();
    getContext().getLog().warn("Pool {} is still paused: {}", change.pool(), change.reason());
    context.notifications().accept(pause);
  }

  private void end(List<OverdueAttempts.OverdueAttempt> due) {
    for (OverdueAttempts.OverdueAttempt ending : due) {
      Lease lease = ending.lease();
      String why = ending.outcome().message();
      getContext()
          .getLog()
          .warn("Ending attempt {} of {}: {}", lease.attemptUid(), lease.owner(), why);
      context.owners().end(lease, ending.outcome(), ended);
    }
  }

  /** Reads the waiting tasks from the history: all at the start, later only the oldest page. */
  private void readWaitingTasks(UUID after) {
    readAgainAt = Instant.MAX;
    if (after == null) {
      changedSinceRead.clear();
      Set<UUID> held = pool.leases().keySet();
      read(
          "which tasks have ended",
          context.openTasks().deadlines(held),
          deadlines -> new DeadlinesRead(held, deadlines));
    }
    read(
        "the waiting tasks",
        context.openTasks().waiting(after, settings.pageSize()),
        found -> new WaitingTasksRead(found, starting && found.size() == settings.pageSize()));
  }

  private <T> void read(String what, CompletionStage<T> reading, Function<T, FlowCommand> then) {
    getContext()
        .pipeToSelf(
            reading,
            (found, fault) -> fault == null ? then.apply(found) : new ReadFailed(what, fault));
  }

  /** Skips tasks that changed during the read: their row may be older than the state here. */
  private Behavior<FlowCommand> onWaitingTasksRead(WaitingTasksRead found) {
    found.waiting().stream()
        .filter(task -> !changedSinceRead.contains(task.attemptUid()))
        .filter(task -> lease(task.attemptUid()) == null)
        .forEach(this::onRequest);
    if (found.more()) {
      readWaitingTasks(found.waiting().get(found.waiting().size() - 1).attemptUid());
    } else {
      starting = false;
      readAgainAt = now().plus(settings.lookAgainAfter());
    }
    return admitSoon();
  }

  /** Frees the channels of tasks that have ended, in case their release was lost. */
  private Behavior<FlowCommand> onDeadlinesRead(DeadlinesRead open) {
    overdueAttempts.setDeadlines(open.deadlines());
    open.asked().stream()
        .filter(uid -> !open.deadlines().containsKey(uid) && lease(uid) != null)
        .forEach(freed::add);
    return admitSoon();
  }

  private Behavior<FlowCommand> onReadFailed(ReadFailed notRead) {
    // No stack trace: while the database is away, this repeats every second.
    getContext()
        .getLog()
        .warn("Could not read {}, will retry: {}", notRead.what(), notRead.fault().toString());
    starting = true;
    readAgainAt = now();
    return this;
  }

  private Lease lease(UUID attemptUid) {
    return pool == null ? null : pool.leases().get(attemptUid);
  }

  private Collection<Lease> leases() {
    return pool == null ? List.of() : pool.leases().values();
  }

  /** To the millisecond, as stored. */
  private Instant now() {
    return context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
