package io.millrace.engine.trigger;

import akka.Done;
import akka.actor.Cancellable;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.pattern.StatusReply;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.message.Message;
import io.millrace.engine.trigger.FiresInFlight.SentFire;
import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import io.millrace.engine.trigger.TriggerChanges.MadeGoodRow;
import io.millrace.engine.trigger.TriggerOperations.CatchUpDecisions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Fires the triggers of all jobs when they are due, and catches up missed fires. There is one in
 * the cluster. A fire is stored once it has arrived at all its tokens. A successor may fire again
 * what was not stored, but a second arrival does not count.
 */
public final class TriggerProcessor extends AbstractBehavior<TriggerProcessor.Command> {

  /** The commands of the processor. */
  public sealed interface Command {}

  /** Jobs have changed. The reply comes when no trigger fires by an older definition. */
  public record JobsUpdated(long version, ActorRef<JobsInForce> replyTo)
      implements Command, Message {}

  /** The jobs of this version are in force. */
  public record JobsInForce(long version) implements Message {}

  /** Fires the times of a trigger in a range. A fire that has arrived before counts once. */
  public record FireByHand(
      long job,
      String trigger,
      Instant first,
      Instant last,
      ActorRef<StatusReply<FiresQueued>> replyTo)
      implements Command, Message {}

  /** The number of fires that will be caught up. */
  public record FiresQueued(int fires) implements Message {}

  /** Stops the actor for a hand-over to another node. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Second implements Command {
    INSTANCE
  }

  /** The node is about to leave, and its tokens and this actor move to other nodes. */
  private record StopFiring(ActorRef<Done> replyTo) implements Command {}

  private enum TriggerDue implements Command {
    INSTANCE
  }

  private enum GatherTimeOver implements Command {
    INSTANCE
  }

  private record TriggersLoaded(TriggerStore.LoadedTriggers all) implements Command {}

  private enum JobsRead implements Command {
    INSTANCE
  }

  private record FireAnswered(SentFire attempt, Throwable fault) implements Command {}

  private record CatchUpDecided(CatchUpDecisions some) implements Command {}

  private record PagesRead(List<LiveTrigger> triggers, Map<TriggerId, List<Instant>> pages)
      implements Command {}

  private record BatchStored(ChangeBatch batch) implements Command {}

  /**
   * @param times null if they could not be found
   */
  private record FireTimesPicked(FireByHand fire, LiveTrigger trigger, List<Instant> times)
      implements Command {}

  private record Failed(String what, Throwable fault, Runnable again) implements Command {}

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** How long fires are collected before they are stored: commits are costly, and nobody waits. */
  private static final Duration GATHER = Duration.ofMillis(100);

  /** The maximum number of triggers whose catch-up fires are read at once. */
  private static final int PAGES = 10;

  /** The maximum number of fires of a trigger that are read at once. */
  private static final int PAGE_SIZE = 100;

  private final TriggerContext triggers;
  private final Jobs jobs;
  private final TriggerOperations operations;
  private final FireSender fireSender;
  private final Clock clock;
  private final TimerScheduler<Command> timers;

  private final JobUpdateTracker updates;
  private final List<Runnable> nextSecond = new ArrayList<>();
  private final TriggerLog log;
  private final Cancellable shutdown;
  private TriggerBook book;
  private Instant wakeAt;
  private boolean readingJobs;
  private boolean decidingCatchUp;
  private boolean reading;
  private boolean storing;
  private boolean gathering;
  private boolean stoppedFiring;

  public static Behavior<Command> create(TriggerContext triggers) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new TriggerProcessor(context, timers, triggers)));
  }

  private TriggerProcessor(
      ActorContext<Command> context, TimerScheduler<Command> timers, TriggerContext triggers) {
    super(context);
    this.triggers = triggers;
    this.jobs = triggers.jobs();
    this.operations =
        new TriggerOperations(new TriggerStore(triggers.dataSource()), triggers.sql());
    this.updates = new JobUpdateTracker(jobs, triggers.changes());
    this.fireSender = new FireSender(jobs, triggers.arrivals());
    this.clock = triggers.clock();
    this.timers = timers;
    this.log = new TriggerLog(context.getLog(), triggers.settings());
    // Firing at tokens that are leaving would delay them.
    this.shutdown =
        CoordinatedShutdown.get(context.getSystem())
            .addCancellableTask(
                CoordinatedShutdown.PhaseBeforeClusterShutdown(),
                "rest-triggers",
                () ->
                    AskPattern.ask(
                        context.getSelf(),
                        StopFiring::new,
                        SECOND,
                        context.getSystem().scheduler()));
    timers.startTimerWithFixedDelay(Second.INSTANCE, SECOND);
    load();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Second.class, second -> onSecond())
        .onMessage(StopFiring.class, this::onStopFiring)
        .onMessage(TriggerDue.class, due -> onDue())
        .onMessage(GatherTimeOver.class, gathered -> onGathered())
        .onMessage(FireAnswered.class, this::onAnswered)
        .onMessage(JobsUpdated.class, this::onUpdated)
        .onMessage(FireByHand.class, this::onFireByHand)
        .onMessage(FireTimesPicked.class, this::onFireTimesPicked)
        .onMessage(TriggersLoaded.class, this::onLoaded)
        .onMessage(JobsRead.class, looked -> onJobsRead())
        .onMessage(CatchUpDecided.class, this::onCatchUpDecided)
        .onMessage(PagesRead.class, this::onPagesRead)
        .onMessage(BatchStored.class, this::onStored)
        .onMessage(Failed.class, this::onFailed)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .onSignal(PostStop.class, stop -> onEnd())
        .onSignal(PreRestart.class, restart -> onEnd())
        .build();
  }

  private void load() {
    runAsync(
        "load the triggers",
        triggers.look().get().thenCompose(looked -> operations.load()),
        TriggersLoaded::new,
        this::load);
  }

  private Behavior<Command> onLoaded(TriggersLoaded loaded) {
    if (jobs.version() < loaded.all().version()) { // triggers of unknown jobs must not be removed
      nextSecond.add(this::load);
      return this;
    }
    book = new TriggerBook(triggers.settings(), loaded.all().triggers(), new SplittableRandom());
    applyUpdates();
    book.removeUnclaimed();
    getContext().getLog().info("{} triggers in force", book.size());
    return work();
  }

  private Behavior<Command> onSecond() {
    List<Runnable> again = List.copyOf(nextSecond);
    nextSecond.clear();
    again.forEach(Runnable::run);
    log.flush();
    if (book != null && !stoppedFiring) {
      applyUpdates();
      send(book.takeResends(clock.instant()));
    }
    return work();
  }

  /** Acknowledged fires are still stored. */
  private Behavior<Command> onStopFiring(StopFiring rest) {
    stoppedFiring = true;
    rest.replyTo().tell(Done.getInstance());
    return work();
  }

  private Behavior<Command> onDue() {
    wakeAt = null;
    return work();
  }

  private Behavior<Command> onGathered() {
    gathering = false;
    return work();
  }

  private Behavior<Command> onUpdated(JobsUpdated update) {
    updates.add(update.version(), version -> update.replyTo().tell(new JobsInForce(version)));
    return work();
  }

  /** If an awaited version is still missing, it reads again a second later. */
  private Behavior<Command> onJobsRead() {
    if (updates.areKnown()) {
      readingJobs = false;
    } else {
      nextSecond.add(() -> readingJobs = false);
    }
    return work();
  }

  /** Works in order of urgency: updates first, then due fires, then missed ones. */
  private Behavior<Command> work() {
    if (book == null) {
      return this;
    }
    Instant now = clock.instant();
    applyUpdates();
    // With a wrong clock, neither "due" nor "missed" means anything.
    if (!stoppedFiring && triggers.mayFire().getAsBoolean()) {
      send(book.takeDueFires(now));
      catchUp(now);
      decideCatchUp(now);
      wakeWhenDue(now);
    }
    store();
    triggers.meters().waiting(book.waiting());
    return this;
  }

  private void applyUpdates() {
    if (!updates.apply(book) && !readingJobs) {
      readingJobs = true;
      runAsync(
          "read the jobs",
          triggers.look().get(),
          looked -> JobsRead.INSTANCE,
          () -> readingJobs = false);
    }
  }

  private void send(List<SentFire> attempts) {
    for (SentFire attempt : attempts) {
      getContext()
          .pipeToSelf(
              fireSender.send(attempt.fire()),
              (arrived, fault) -> new FireAnswered(attempt, fault));
    }
  }

  private Behavior<Command> onAnswered(FireAnswered answer) {
    Instant now = clock.instant();
    if (answer.fault() == null) {
      book.acknowledge(answer.attempt(), now).ifPresent(fire -> triggers.meters().fired(fire, now));
    } else {
      log.failed(answer.attempt().fire(), answer.fault());
      book.failed(answer.attempt(), now);
    }
    return work();
  }

  private void catchUp(Instant now) {
    send(book.takeCatchUpFires(now));
    int room = book.catchUpRoom();
    if (reading || room <= 0) {
      return;
    }
    List<LiveTrigger> next = book.nextPagesToRead(Math.min(room, PAGES), now);
    if (!next.isEmpty()) {
      reading = true;
      runAsync(
          "read what is to be caught up",
          operations.pages(next, PAGE_SIZE),
          pages -> new PagesRead(next, pages),
          () -> {
            reading = false;
            next.forEach(trigger -> book.pageReadFailed(trigger, clock.instant()));
          });
    }
  }

  private Behavior<Command> onPagesRead(PagesRead read) {
    reading = false;
    applyUpdates(); // nothing is sent for a trigger that was paused or removed meanwhile
    Instant now = clock.instant();
    for (LiveTrigger trigger : read.triggers()) {
      List<Instant> times = read.pages().getOrDefault(trigger.id(), List.of());
      book.pageRead(trigger, times, times.size() < PAGE_SIZE, now);
    }
    return work();
  }

  private void decideCatchUp(Instant now) {
    List<CatchUpDecisionContext> settlings =
        decidingCatchUp ? List.of() : book.takeCatchUpDecisions(now);
    if (!settlings.isEmpty()) {
      decidingCatchUp = true;
      decideCatchUp(settlings);
    }
  }

  private void decideCatchUp(List<CatchUpDecisionContext> settlings) {
    runAsync(
        "settle triggers",
        operations.decideCatchUp(settlings),
        CatchUpDecided::new,
        () -> decideCatchUp(settlings));
  }

  private Behavior<Command> onCatchUpDecided(CatchUpDecided settled) {
    decidingCatchUp = false;
    Instant now = clock.instant();
    settled.some().settled().forEach(one -> book.applyCatchUpDecision(one, now));
    book.retryCatchUpDecisions(settled.some().left());
    if (!settled.some().broken().isEmpty()) {
      nextSecond.add(() -> book.retryCatchUpDecisions(settled.some().broken()));
    }
    return work();
  }

  private void store() {
    if (!storing && (!gathering || book.isUrgent())) {
      book.takeBatch()
          .ifPresent(
              batch -> {
                storing = true;
                store(batch);
              });
    }
  }

  private void store(ChangeBatch batch) {
    runAsync(
        "store what has fired",
        operations.store(batch.changes()),
        stored -> new BatchStored(batch),
        () -> store(batch));
  }

  private Behavior<Command> onStored(BatchStored stored) {
    storing = false;
    gathering = true;
    timers.startSingleTimer(GatherTimeOver.INSTANCE, GATHER);
    book.batchStored(stored.batch(), clock.instant());
    stored.batch().changes().missed().forEach(fires -> triggers.meters().missed(fires.missed()));
    log.missed(stored.batch());
    return work();
  }

  private Behavior<Command> onFireByHand(FireByHand fire) {
    if (book != null) {
      applyUpdates();
    }
    TriggerId id = new TriggerId(fire.job(), fire.trigger());
    LiveTrigger trigger = book == null ? null : book.find(id).orElse(null);
    if (trigger == null) {
      fire.replyTo().tell(StatusReply.error("the trigger is not in force yet"));
    } else {
      getContext()
          .pipeToSelf(
              operations.manualFires(trigger.trigger(), fire.first(), fire.last(), clock.instant()),
              (times, fault) -> new FireTimesPicked(fire, trigger, times));
    }
    return work();
  }

  private Behavior<Command> onFireTimesPicked(FireTimesPicked picked) {
    FireByHand fire = picked.fire();
    List<Instant> times = picked.times();
    if (times == null || times.size() > ManualFires.MOST || picked.trigger().isRemoved()) {
      fire.replyTo().tell(StatusReply.error("the trigger was changed meanwhile"));
      return this;
    }
    MadeGoodRow range =
        new MadeGoodRow(picked.trigger().id(), fire.first(), fire.last(), clock.instant());
    StatusReply<FiresQueued> queued = StatusReply.success(new FiresQueued(times.size()));
    book.fireByHand(picked.trigger(), times, range, () -> fire.replyTo().tell(queued));
    return work();
  }

  /** Sets a timer only for fires that are due before the next second. */
  private void wakeWhenDue(Instant now) {
    Instant due = book.nextDue().filter(now::isBefore).orElse(null);
    if (due != null && due.isBefore(now.plus(SECOND)) && !due.equals(wakeAt)) {
      wakeAt = due;
      timers.startSingleTimer(TriggerDue.INSTANCE, Duration.between(now, due));
    }
  }

  /**
   * @param again runs a second after a failure
   */
  private <T> void runAsync(
      String what, CompletionStage<T> step, Function<T, Command> done, Runnable again) {
    getContext()
        .pipeToSelf(
            step,
            (result, fault) -> fault == null ? done.apply(result) : new Failed(what, fault, again));
  }

  private Behavior<Command> onFailed(Failed failed) {
    getContext().getLog().warn("Could not {}", failed.what(), failed.fault());
    nextSecond.add(failed.again());
    return this;
  }

  private Behavior<Command> onEnd() {
    shutdown.cancel();
    triggers.meters().waiting(0);
    return this;
  }
}
