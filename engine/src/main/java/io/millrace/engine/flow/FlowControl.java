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
import io.millrace.engine.notify.Notification;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

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

  private enum Notice implements FlowCommand {
    ADMIT,
    TICK,
    NODE_LOST
  }

  private record StepStored(ChannelPool pool) implements FlowCommand {}

  private static final Duration TICK = Duration.ofSeconds(1);

  private final PoolContext context;
  private final FlowSettings settings;
  private final AttemptEnder attemptEnder;
  private final ActorRef<ChannelsChanged> journal;

  private final CurrentPoolConfig inForce = new CurrentPoolConfig();
  private final WaitingQueue waiting = new WaitingQueue(inForce.config());
  private final PauseDetector pauses;
  private final Workers workers;
  private final Claims claims = new Claims();
  private final WaitingCallers callers = new WaitingCallers();
  private final GrantStatistics grantStatistics;
  private final RunDurations runTimes = new RunDurations();
  private final PoolReader reader;
  private final OverdueAttempts overdueAttempts;
  private final ChannelState channels = new ChannelState();
  private final PoolStateReader report;
  private boolean admitting;

  public static Behavior<FlowCommand> create(PoolContext pool) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new FlowControl(context, timers, pool)));
  }

  /** Send it to a pool when a node was removed: the pool then checks its workers at once. */
  public static FlowCommand nodeLost() {
    return Notice.NODE_LOST;
  }

  private FlowControl(
      ActorContext<FlowCommand> actor, TimerScheduler<FlowCommand> timers, PoolContext context) {
    super(actor);
    this.context = context;
    this.settings = context.settings();
    this.reader = new PoolReader(actor, context);
    this.pauses = new PauseDetector(TICK, now(), now());
    this.workers = new Workers(settings, pauses, context.nodes()::isGone);
    this.grantStatistics = new GrantStatistics(now());
    this.report =
        new PoolStateReader(inForce, channels, waiting, workers, claims, grantStatistics, runTimes);
    this.overdueAttempts = new OverdueAttempts(settings, pauses);
    AttemptMover mover = new AttemptMover(context, channels, workers, overdueAttempts);
    this.attemptEnder = new AttemptEnder(actor, context, mover);
    ActorRef<ChannelJournal.PoolStored> stored =
        actor.messageAdapter(ChannelJournal.PoolStored.class, step -> new StepStored(step.pool()));
    this.journal = actor.spawn(ChannelJournal.create(context.pool(), stored), "journal");
    timers.startTimerWithFixedDelay(Notice.TICK, TICK);
    reader.readConfig(null);
    context.nodes().poolStarted(context.pool());
  }

  @Override
  public Receive<FlowCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(FlowCommand.Request.class, request -> onRequest(request.waiting()))
        .onMessage(FlowCommand.Release.class, this::onRelease)
        .onMessage(FlowCommand.Await.class, this::onAwait)
        .onMessage(
            FlowCommand.Extend.class,
            extend -> after(() -> overdueAttempts.extend(extend.attemptUid(), extend.deadline())))
        .onMessage(FlowCommand.ProgressQueue.class, progress -> admitSoon())
        .onMessage(FlowCommand.WorkerAlive.class, this::onWorkerAlive)
        .onMessage(FlowCommand.Claim.class, this::onClaim)
        .onMessage(FlowCommand.Withdraw.class, this::onWithdraw)
        .onMessage(FlowCommand.Heartbeat.class, this::onHeartbeat)
        .onMessage(FlowCommand.GetState.class, this::onGet)
        .onMessage(
            FlowCommand.ReloadConfig.class,
            reload -> after(() -> reader.readConfig(reload.replyTo())))
        .onMessage(PoolReader.ConfigRead.class, this::onConfigRead)
        .onMessageEquals(Notice.ADMIT, this::onAdmit)
        .onMessage(StepStored.class, this::onStored)
        .onMessageEquals(Notice.TICK, this::onTick)
        .onMessageEquals(Notice.NODE_LOST, this::onNodeLost)
        .onMessage(PoolReader.WaitingTasksRead.class, this::onWaitingTasksRead)
        .onMessage(PoolReader.DeadlinesRead.class, this::onDeadlinesRead)
        .onMessage(PoolReader.ReadFailed.class, failed -> after(() -> reader.failed(failed, now())))
        .onMessage(FlowCommand.Stop.class, stop -> Behaviors.stopped())
        .onSignal(PostStop.class, stopped -> after(context.meters()::removeAll))
        .build();
  }

  private Behavior<FlowCommand> after(Runnable step) {
    step.run();
    return this;
  }

  private Behavior<FlowCommand> onRequest(WaitingTask task) {
    Lease lease = channels.lease(task.attemptUid());
    if (lease != null) {
      tellCaller(lease);
      return this;
    }
    return !channels.isGranting(task.attemptUid()) && waiting.add(task) ? admitSoon() : this;
  }

  private Behavior<FlowCommand> onAwait(FlowCommand.Await await) {
    Lease lease = channels.lease(await.waiting().attemptUid());
    if (lease != null) {
      await.replyTo().tell(new FlowCommand.AwaitReply(lease));
      return this;
    }
    callers.add(await);
    return onRequest(await.waiting());
  }

  /** A release that arrives while its grant is being stored takes effect after that. */
  private Behavior<FlowCommand> onRelease(FlowCommand.Release release) {
    UUID uid = release.attemptUid();
    reader.markChanged(uid);
    callers.ended(uid);
    return !waiting.remove(uid) && channels.free(uid, release.byWorker()) ? admitSoon() : this;
  }

  private Behavior<FlowCommand> onWorkerAlive(FlowCommand.WorkerAlive alive) {
    workers.nodeAlive(alive, now());
    attemptEnder.end(
        overdueAttempts.unknownToWorker(
            channels.leases(), alive.worker(), alive.attempts(), now()));
    return admitSoon();
  }

  private Behavior<FlowCommand> onClaim(FlowCommand.Claim claim) {
    workers.claimed(claim.offer(), now());
    claims.add(claim);
    return admitSoon();
  }

  private Behavior<FlowCommand> onWithdraw(FlowCommand.Withdraw gone) {
    if (gone.heartbeats() || claims.isOpen(gone)) {
      workers.hungUp(gone.worker(), now());
    }
    claims.withdraw(gone, channels::isGrantingTo);
    return this;
  }

  private Behavior<FlowCommand> onHeartbeat(FlowCommand.Heartbeat heartbeat) {
    workers.remoteAlive(heartbeat.worker(), now());
    attemptEnder.end(
        overdueAttempts.unknownToWorker(
            channels.leases(), heartbeat.worker(), heartbeat.attempts(), now()));
    Set<UUID> held = channels.heldBy(heartbeat.worker(), heartbeat.attempts());
    heartbeat.replyTo().tell(new FlowCommand.HeartbeatReply(held));
    return this;
  }

  private Behavior<FlowCommand> onGet(FlowCommand.GetState get) {
    if (inForce.change() == null && get.attempts() == null) {
      reader.readConfig(get.replyTo());
    } else {
      get.replyTo().tell(state(get.attempts()));
    }
    return this;
  }

  private PoolState state(@Nullable Set<UUID> attempts) {
    return report.state(attempts, reader.isStarting(), now());
  }

  private Behavior<FlowCommand> onConfigRead(PoolReader.ConfigRead configured) {
    if (inForce.update(configured.change())) {
      waiting.applyConfig(inForce.config());
      grantStatistics.clear(now());
      runTimes.applyConfig(inForce.config());
      log().info("Pool {}: new config in force: {}", context.pool(), inForce.config());
    }
    if (configured.replyTo() != null) {
      configured.replyTo().tell(state(null));
    }
    return admitSoon();
  }

  /** Requests that arrive before this message is handled are decided together. */
  private Behavior<FlowCommand> admitSoon() {
    if (!admitting && channels.isReady() && !reader.isStarting()) {
      admitting = true;
      getContext().getSelf().tell(Notice.ADMIT);
    }
    return this;
  }

  private Behavior<FlowCommand> onAdmit() {
    admitting = false;
    if (channels.isStoring() || reader.isStarting()) {
      return this;
    }
    Instant now = now();
    // Claims late by more than a tick: this node was paused, and their clients may be gone.
    claims.expire(now.minus(TICK.multipliedBy(2)), worker -> false);
    Slots slots = new Slots(channels.pool().freeSlots(workers.capacity(now)), claims.offers());
    AdmissionStep step = channels.admit(inForce.config(), waiting, slots, context.draw(), now);
    if (!step.isEmpty()) {
      journal.tell(step.moved());
      runTimes.ended(channels.leasesToRelease(), inForce.config(), now);
      channels.takeLeasesToStop().forEach(workers::stop);
    }
    expireWaiting(now);
    return this;
  }

  /** Answers claims and callers whose wait is over, unless they are about to be granted. */
  private void expireWaiting(Instant now) {
    claims.expire(now, channels::isGrantingTo);
    callers.expire(now, channels::isGranting);
  }

  /** A step was stored, or the journal recovered after a start or a failed write. */
  private Behavior<FlowCommand> onStored(StepStored stored) {
    boolean first = !channels.isKnown();
    AdmissionStep step = channels.stored(stored.pool());
    if (first) {
      // A task that asked before recovery may hold a channel; it must not get a second one.
      channels.leases().stream()
          .filter(lease -> waiting.remove(lease.attemptUid()))
          .forEach(this::tellCaller);
      reader.readOpenTasks(channels.pool().leases().keySet());
    } else if (step != null && channels.pool().includes(step.moved())) {
      Instant now = now();
      step.moved().granted().forEach(lease -> overdueAttempts.markGranted(lease.attemptUid(), now));
      step.moved().granted().forEach(this::start);
      claims.answer(step.moved().granted()).forEach(worker -> workers.remoteAlive(worker, now));
      context.meters().stepStored(step, inForce.config());
      grantStatistics.add(step, inForce.config(), now);
    } else if (step != null) {
      step.moved().released().forEach(uid -> channels.free(uid, true)); // workers were told
      reader.startAgain();
      reader.readOpenTasks(channels.pool().leases().keySet());
    }
    return admitSoon();
  }

  private void start(Lease lease) {
    reader.markChanged(lease.attemptUid());
    workers.tell(lease.worker(), new WorkerCommand.RunAttempt(context.pool(), lease));
    tellCaller(lease);
  }

  /** Only external callers are told of a grant. For any other task the history has its start. */
  private void tellCaller(Lease lease) {
    if (lease.worker().equals(Task.CALLER)) {
      context.callerGranted().accept(lease);
    }
    callers.granted(lease);
  }

  private Behavior<FlowCommand> onNodeLost() {
    overdueAttempts.askAllAgain();
    return onTick();
  }

  private Behavior<FlowCommand> onTick() {
    Instant now = now();
    Duration pause = pauses.beat(now);
    if (!pause.isZero()) {
      log()
          .warn(
              "Pool {} did not run for {} s; this pause does not count for workers and deadlines",
              context.pool(),
              pause.toMillis() / 1000.0);
    }
    attemptEnder.end(overdueAttempts.overdue(channels.leases(), workers, now));
    if (channels.isKnown()) {
      ChannelPool pool = channels.pool();
      overdueAttempts.keepOnly(pool.leases().keySet());
      context.meters().update(inForce.config(), pool.running(inForce.config()), waiting, now);
    }
    expireWaiting(now);
    inForce.pauseWarning(settings.pauseWarning(), now).ifPresent(this::warnOfPause);
    if (channels.isKnown() && reader.isDue(now)) {
      reader.readOpenTasks(channels.pool().leases().keySet());
      reader.readConfig(null);
    }
    return admitSoon();
  }

  private void warnOfPause(Notification pause) {
    log().warn("Pool {} is still paused: {}", context.pool(), inForce.reason());
    context.notifications().accept(pause);
  }

  private Behavior<FlowCommand> onWaitingTasksRead(PoolReader.WaitingTasksRead found) {
    reader.unchanged(found).stream()
        .filter(task -> channels.lease(task.attemptUid()) == null)
        .forEach(this::onRequest);
    reader.readNextPage(found, now());
    return admitSoon();
  }

  /** Frees the channels of tasks that have ended, in case their release was lost. */
  private Behavior<FlowCommand> onDeadlinesRead(PoolReader.DeadlinesRead open) {
    overdueAttempts.setDeadlines(open.deadlines());
    open.asked().stream()
        .filter(uid -> !open.deadlines().containsKey(uid) && channels.lease(uid) != null)
        .forEach(uid -> channels.free(uid, false));
    return admitSoon();
  }

  private Logger log() {
    return getContext().getLog();
  }

  /** To the millisecond, as stored. */
  private Instant now() {
    return context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
