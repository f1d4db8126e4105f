package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.millrace.engine.Message;
import io.millrace.engine.task.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The owner of one pool's channels. It takes in requests and releases as they come and decides on
 * all of them at once: while one step is being stored, the next one gathers.
 *
 * <p>Only channels in use are stored here. What waits is in the task history, written when it was
 * queued, and is read again when this actor starts.
 */
public final class FlowControl
    extends EventSourcedBehavior<FlowControl.Command, Moved, ChannelPool> {

  public static final EntityTypeKey<Command> KEY =
      EntityTypeKey.create(Command.class, "flow-control");

  /** What a pool is asked and told. */
  public sealed interface Command extends Message {}

  /** A task wants a channel; asking again is harmless. */
  public record Request(Waiting waiting) implements Command {}

  /** A task is over: its channel, or its place in the queue, is free. */
  public record Release(UUID attemptUid) implements Command {}

  /**
   * A worker is alive.
   *
   * @param slots how many attempts it can run at once; 0 = give it nothing new
   * @param attempts those it has, running or about to be reported
   */
  public record WorkerAlive(
      String worker, ActorRef<ToWorker> ref, int slots, Set<UUID> attempts)
      implements Command {}

  /** Stops this actor for a hand-over. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Admit implements Command {
    INSTANCE
  }

  private enum Tick implements Command {
    INSTANCE
  }

  private record Ended(UUID attemptUid) implements Command {}

  private record Found(List<Waiting> waiting, boolean more) implements Command {}

  private record NotFound(Throwable fault) implements Command {}

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  private final ActorContext<Command> context;
  private final FlowSettings settings;
  private final Owners owners;
  private final WaitingTasks waitingTasks;
  private final Clock clock;
  private final FlowMeters meters;
  private final ActorRef<Owners.Ended> endedAdapter;

  private final WaitingQueue waiting = new WaitingQueue();
  private final Set<UUID> freed = new HashSet<>();
  private final Workers workers;
  private final Set<UUID> movedSinceLook = new HashSet<>();
  private final Map<UUID, Instant> endingSince = new HashMap<>();
  private boolean admitting;
  private boolean starting = true;
  private Instant lookAgainAt = Instant.MAX;

  public static Behavior<Command> create(
      String pool,
      FlowSettings settings,
      Owners owners,
      WaitingTasks waitingTasks,
      FlowMeters meters,
      Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new FlowControl(
                        pool, context, timers, settings, owners, waitingTasks, meters, clock)));
  }

  private FlowControl(
      String pool,
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      FlowSettings settings,
      Owners owners,
      WaitingTasks waitingTasks,
      FlowMeters meters,
      Clock clock) {
    super(
        PersistenceId.of(KEY.name(), pool),
        SupervisorStrategy.restartWithBackoff(
            Duration.ofMillis(200), Duration.ofSeconds(5), 0.2));
    this.context = context;
    this.settings = settings;
    this.owners = owners;
    this.waitingTasks = waitingTasks;
    this.meters = meters;
    this.clock = clock;
    this.workers = new Workers(settings.lostAfter(), clock.instant());
    this.endedAdapter =
        context.messageAdapter(Owners.Ended.class, ended -> new Ended(ended.attemptUid()));
    timers.startTimerWithFixedDelay(Tick.INSTANCE, TICK);
  }

  @Override
  public ChannelPool emptyState() {
    return ChannelPool.EMPTY;
  }

  @Override
  public CommandHandler<Command, Moved, ChannelPool> commandHandler() {
    return newCommandHandlerBuilder()
        .forAnyState()
        .onCommand(Request.class, this::onRequest)
        .onCommand(Release.class, (pool, release) -> free(pool, release.attemptUid()))
        .onCommand(Ended.class, (pool, ended) -> free(pool, ended.attemptUid()))
        .onCommand(WorkerAlive.class, this::onWorkerAlive)
        .onCommand(Admit.class, (pool, admit) -> onAdmit(pool))
        .onCommand(Tick.class, (pool, tick) -> onTick(pool))
        .onCommand(Found.class, this::onFound)
        .onCommand(NotFound.class, this::onNotFound)
        .onCommand(Stop.class, (pool, stop) -> Effect().stop())
        .build();
  }

  private Effect<Moved, ChannelPool> onRequest(ChannelPool pool, Request request) {
    Lease lease = pool.leases().get(request.waiting().attemptUid());
    if (lease != null) {
      owners.started(lease);
    } else if (waiting.add(request.waiting())) {
      admitSoon();
    }
    return Effect().none();
  }

  private Effect<Moved, ChannelPool> free(ChannelPool pool, UUID attemptUid) {
    Lease lease = pool.leases().get(attemptUid);
    if (lease == null) {
      waiting.remove(attemptUid);
    } else if (freed.add(attemptUid)) {
      workers.tell(lease.worker(), new ToWorker.Stop(attemptUid));
      admitSoon();
    }
    movedSinceLook.add(attemptUid);
    return Effect().none();
  }

  private Effect<Moved, ChannelPool> onWorkerAlive(ChannelPool pool, WorkerAlive alive) {
    Instant now = clock.instant();
    workers.alive(alive, now);
    pool.leases().values().stream()
        .filter(lease -> lease.worker().equals(alive.worker()))
        .filter(lease -> now.isAfter(lease.grantedAt().plus(settings.lostAfter())))
        .filter(lease -> !alive.attempts().contains(lease.attemptUid()))
        .forEach(lease -> end(lease, Outcome.error("The worker does not know it"), now));
    admitSoon();
    return Effect().none();
  }

  private Effect<Moved, ChannelPool> onAdmit(ChannelPool pool) {
    admitting = false;
    Moved moved =
        pool.admit(
            settings.maxConcurrency(),
            freed,
            waiting,
            pool.freeSlots(workers.capacity(clock.instant())),
            clock.instant());
    freed.clear();
    meters.waiting(waiting.size());
    return moved.isEmpty() ? Effect().none() : Effect().persist(moved).thenRun(next -> start(moved, next));
  }

  private void start(Moved moved, ChannelPool next) {
    for (Lease lease : moved.granted()) {
      movedSinceLook.add(lease.attemptUid());
      workers.tell(lease.worker(), new ToWorker.Run(lease));
      owners.started(lease);
    }
    meters.moved(moved, next.leases().size());
  }

  private Effect<Moved, ChannelPool> onTick(ChannelPool pool) {
    Instant now = clock.instant();
    for (Lease lease : pool.leases().values()) {
      if (now.isAfter(lease.deadline().plus(settings.deadlineGrace()))) {
        end(lease, Outcome.timeout("No answer by the deadline"), now);
      } else if (workers.isLost(lease.worker(), now)) {
        end(lease, Outcome.error("The worker was lost: " + lease.worker()), now);
      }
    }
    endingSince.keySet().retainAll(pool.leases().keySet());
    if (now.isAfter(lookAgainAt)) {
      look(null);
    }
    admitSoon();
    return Effect().none();
  }

  /** Asks the owner, and again after a while should the answer be lost. */
  private void end(Lease lease, Outcome outcome, Instant now) {
    Instant asked = endingSince.get(lease.attemptUid());
    if (asked == null || now.isAfter(asked.plus(ASK_AGAIN))) {
      endingSince.put(lease.attemptUid(), now);
      context.getLog().warn("Ending {} of {}: {}", lease.attemptUid(), lease.owner(), outcome.message());
      owners.end(lease, outcome, endedAdapter);
    }
  }

  private void admitSoon() {
    if (!admitting) {
      admitting = true;
      context.getSelf().tell(Admit.INSTANCE);
    }
  }

  /** Reads what waits from the history: all of it at the start, later only the oldest. */
  private void look(UUID after) {
    lookAgainAt = Instant.MAX;
    movedSinceLook.clear();
    context.pipeToSelf(
        waitingTasks.after(after, settings.pageSize()),
        (found, fault) ->
            fault == null
                ? new Found(found, starting && found.size() == settings.pageSize())
                : new NotFound(fault));
  }

  private Effect<Moved, ChannelPool> onFound(ChannelPool pool, Found found) {
    // What moved while the history was being read may be older there than it is here.
    found.waiting().stream()
        .filter(w -> !pool.holds(w.attemptUid()) && !movedSinceLook.contains(w.attemptUid()))
        .forEach(waiting::add);
    if (found.more()) {
      look(found.waiting().get(found.waiting().size() - 1).attemptUid());
    } else {
      starting = false;
      lookAgainAt = clock.instant().plus(settings.lookAgainAfter());
    }
    admitSoon();
    return Effect().none();
  }

  private Effect<Moved, ChannelPool> onNotFound(ChannelPool pool, NotFound notFound) {
    context.getLog().warn("Could not read the waiting tasks, trying again: {}", notFound.fault().toString());
    starting = true;
    lookAgainAt = clock.instant();
    return Effect().none();
  }

  @Override
  public EventHandler<ChannelPool, Moved> eventHandler() {
    return newEventHandlerBuilder().forAnyState().onAnyEvent(ChannelPool::after);
  }

  @Override
  public SignalHandler<ChannelPool> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), pool -> look(null))
        .build();
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(1_000, 1).withDeleteEventsOnSnapshot();
  }
}
