package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import io.millrace.engine.Message;
import io.millrace.engine.task.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The owner of one pool's channels. Requests and releases gather while a step is being stored; the
 * next step then decides on all of them at once, and {@link ChannelJournal} stores it as one event.
 *
 * <p>Only channels in use are stored. What waits is in the task history, written when it was
 * queued, and is read again when this actor starts.
 */
public final class FlowControl extends AbstractBehavior<FlowControl.Command> {

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
  public record WorkerAlive(String worker, ActorRef<ToWorker> ref, int slots, Set<UUID> attempts)
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

  private record Stored(ChannelPool pool) implements Command {}

  private record Found(List<Waiting> waiting, boolean more) implements Command {}

  private record NotFound(Throwable fault) implements Command {}

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  private final FlowSettings settings;
  private final Owners owners;
  private final WaitingTasks waitingTasks;
  private final Clock clock;
  private final FlowMeters meters;
  private final ActorRef<Owners.Ended> ended;
  private final ActorRef<Moved> journal;

  private final WaitingQueue waiting = new WaitingQueue();
  private final Set<UUID> freed = new HashSet<>();
  private final Workers workers;
  private final Set<UUID> movedSinceLook = new HashSet<>();
  private final Map<UUID, Instant> endingSince = new HashMap<>();
  private Instant lookAgainAt = Instant.MAX;
  private boolean starting = true;
  private boolean admitting;

  /** What is stored; null until the first recovery. */
  private ChannelPool pool;

  /** The step that is being stored; null if none is. */
  private Moved storing;

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
    super(context);
    this.settings = settings;
    this.owners = owners;
    this.waitingTasks = waitingTasks;
    this.meters = meters;
    this.clock = clock;
    this.workers = new Workers(settings.lostAfter(), now());
    this.ended =
        context.messageAdapter(Owners.Ended.class, answer -> new Release(answer.attemptUid()));
    ActorRef<ChannelJournal.Stored> stored =
        context.messageAdapter(ChannelJournal.Stored.class, step -> new Stored(step.pool()));
    this.journal = context.spawn(ChannelJournal.create(pool, stored), "journal");
    timers.startTimerWithFixedDelay(Tick.INSTANCE, TICK);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Request.class, request -> onRequest(request.waiting()))
        .onMessage(Release.class, release -> onRelease(release.attemptUid()))
        .onMessage(WorkerAlive.class, this::onWorkerAlive)
        .onMessage(Admit.class, admit -> onAdmit())
        .onMessage(Stored.class, this::onStored)
        .onMessage(Tick.class, tick -> onTick())
        .onMessage(Found.class, this::onFound)
        .onMessage(NotFound.class, this::onNotFound)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onRequest(Waiting task) {
    Lease lease = lease(task.attemptUid());
    if (lease != null) {
      owners.started(lease);
      return this;
    }
    boolean granted =
        storing != null
            && storing.granted().stream()
                .anyMatch(being -> being.attemptUid().equals(task.attemptUid()));
    return !granted && waiting.add(task) ? admitSoon() : this;
  }

  /** A release that comes while its grant is being stored counts once that is done. */
  private Behavior<Command> onRelease(UUID attemptUid) {
    movedSinceLook.add(attemptUid);
    return !waiting.remove(attemptUid) && freed.add(attemptUid) ? admitSoon() : this;
  }

  private Behavior<Command> onWorkerAlive(WorkerAlive alive) {
    Instant now = now();
    workers.alive(alive, now);
    leases().stream()
        .filter(lease -> lease.worker().equals(alive.worker()))
        .filter(lease -> now.isAfter(lease.grantedAt().plus(settings.lostAfter())))
        .filter(lease -> !alive.attempts().contains(lease.attemptUid()))
        .forEach(lease -> end(lease, Outcome.error("The worker does not know it"), now));
    return admitSoon();
  }

  /** What is asked for until this message comes around is decided together. */
  private Behavior<Command> admitSoon() {
    if (!admitting && storing == null && pool != null) {
      admitting = true;
      getContext().getSelf().tell(Admit.INSTANCE);
    }
    return this;
  }

  private Behavior<Command> onAdmit() {
    admitting = false;
    if (storing != null) {
      return this;
    }
    Instant now = now();
    Moved step =
        pool.admit(
            settings.maxConcurrency(), freed, waiting, pool.freeSlots(workers.capacity(now)), now);
    freed.clear();
    meters.waiting(waiting.size());
    if (!step.isEmpty()) {
      storing = step;
      journal.tell(step);
      step.released().forEach(uid -> workers.tell(lease(uid).worker(), new ToWorker.Stop(uid)));
    }
    return this;
  }

  /** A step is stored, or the journal has recovered: from a start, or from a write that failed. */
  private Behavior<Command> onStored(Stored stored) {
    boolean first = pool == null;
    pool = stored.pool();
    Moved step = storing;
    storing = null;
    if (first) {
      // Who asked before it was known that he has a channel must not get a second one.
      leases().stream()
          .filter(lease -> waiting.remove(lease.attemptUid()))
          .forEach(owners::started);
      look(null);
    } else if (step != null && pool.includes(step)) {
      step.granted().forEach(this::start);
      meters.moved(step);
    } else if (step != null) {
      getContext().getLog().warn("A step could not be stored; what it granted is looked up again");
      freed.addAll(step.released());
      starting = true;
      look(null);
    }
    meters.running(pool.leases().size());
    return admitSoon();
  }

  private void start(Lease lease) {
    movedSinceLook.add(lease.attemptUid());
    workers.tell(lease.worker(), new ToWorker.Run(lease));
    owners.started(lease);
  }

  private Behavior<Command> onTick() {
    Instant now = now();
    for (Lease lease : leases()) {
      if (now.isAfter(lease.deadline().plus(settings.deadlineGrace()))) {
        end(lease, Outcome.timeout("No answer by the deadline"), now);
      } else if (workers.isLost(lease.worker(), now)) {
        end(lease, Outcome.error("The worker was lost: " + lease.worker()), now);
      }
    }
    if (pool != null) {
      endingSince.keySet().retainAll(pool.leases().keySet());
    }
    if (now.isAfter(lookAgainAt)) {
      look(null);
    }
    return admitSoon();
  }

  /** Asks the owner, and again after a while should the answer be lost. */
  private void end(Lease lease, Outcome outcome, Instant now) {
    Instant asked = endingSince.get(lease.attemptUid());
    if (asked == null || now.isAfter(asked.plus(ASK_AGAIN))) {
      endingSince.put(lease.attemptUid(), now);
      getContext()
          .getLog()
          .warn("Ending {} of {}: {}", lease.attemptUid(), lease.owner(), outcome.message());
      owners.end(lease, outcome, ended);
    }
  }

  /** Reads what waits from the history: all of it at the start, later only the oldest. */
  private void look(UUID after) {
    lookAgainAt = Instant.MAX;
    if (after == null) {
      movedSinceLook.clear();
    }
    getContext()
        .pipeToSelf(
            waitingTasks.after(after, settings.pageSize()),
            (found, fault) ->
                fault == null
                    ? new Found(found, starting && found.size() == settings.pageSize())
                    : new NotFound(fault));
  }

  /** What moved while the history was being read may be older there than it is here. */
  private Behavior<Command> onFound(Found found) {
    found.waiting().stream()
        .filter(task -> !movedSinceLook.contains(task.attemptUid()))
        .forEach(this::onRequestFound);
    if (found.more()) {
      look(found.waiting().get(found.waiting().size() - 1).attemptUid());
    } else {
      starting = false;
      lookAgainAt = now().plus(settings.lookAgainAfter());
    }
    return admitSoon();
  }

  private void onRequestFound(Waiting task) {
    if (lease(task.attemptUid()) == null) {
      onRequest(task);
    }
  }

  private Behavior<Command> onNotFound(NotFound notFound) {
    getContext()
        .getLog()
        .warn("Could not read the waiting tasks, trying again: {}", notFound.fault().toString());
    starting = true;
    lookAgainAt = now();
    return this;
  }

  private Lease lease(UUID attemptUid) {
    return pool == null ? null : pool.leases().get(attemptUid);
  }

  private List<Lease> leases() {
    return pool == null ? List.of() : List.copyOf(pool.leases().values());
  }

  /** To the millisecond: the precision that is stored. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
