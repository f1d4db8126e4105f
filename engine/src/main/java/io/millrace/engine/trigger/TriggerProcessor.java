package io.millrace.engine.trigger;

import akka.Done;
import akka.actor.Cancellable;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.trigger.FiresInFlight.SentFire;
import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import io.millrace.engine.trigger.TriggerProcessorNotice.BatchStored;
import io.millrace.engine.trigger.TriggerProcessorNotice.CatchUpDecided;
import io.millrace.engine.trigger.TriggerProcessorNotice.Failed;
import io.millrace.engine.trigger.TriggerProcessorNotice.FireAnswered;
import io.millrace.engine.trigger.TriggerProcessorNotice.FireTimesPicked;
import io.millrace.engine.trigger.TriggerProcessorNotice.GatherTimeOver;
import io.millrace.engine.trigger.TriggerProcessorNotice.JobsRead;
import io.millrace.engine.trigger.TriggerProcessorNotice.PagesRead;
import io.millrace.engine.trigger.TriggerProcessorNotice.Second;
import io.millrace.engine.trigger.TriggerProcessorNotice.StopFiring;
import io.millrace.engine.trigger.TriggerProcessorNotice.TriggerDue;
import io.millrace.engine.trigger.TriggerProcessorNotice.TriggersLoaded;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Fires the triggers of all jobs when they are due, and catches up missed fires. There is one in
 * the cluster. A fire is stored once it has arrived at all its tokens. A successor may fire again
 * what was not stored, but a second arrival does not count.
 */
public final class TriggerProcessor extends AbstractBehavior<TriggerCommand> {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** How long fires are collected before they are stored: commits are costly, and nobody waits. */
  private static final Duration GATHER = Duration.ofMillis(100);

  private final TriggerContext triggers;
  private final Jobs jobs;
  private final TriggerOperations operations;
  private final FireSender fireSender;
  private final Clock clock;
  private final TimerScheduler<TriggerCommand> timers;

  private final JobUpdateTracker updates;
  private final TriggerProcessorSteps steps;
  private final TriggerProcessorManualFires manualFires;
  private final TriggerLog log;
  private final Cancellable shutdown;

  @SuppressWarnings("NullAway.Init") // null until the triggers are loaded; nothing fires before
  private TriggerBook book;

  private @Nullable Instant wakeAt;
  private boolean readingJobs;
  private boolean decidingCatchUp;
  private boolean reading;
  private boolean storing;
  private boolean gathering;
  private boolean stoppedFiring;

  public static Behavior<TriggerCommand> create(TriggerContext triggers) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new TriggerProcessor(context, timers, triggers)));
  }

  private TriggerProcessor(
      ActorContext<TriggerCommand> context,
      TimerScheduler<TriggerCommand> timers,
      TriggerContext triggers) {
    super(context);
    this.triggers = triggers;
    this.jobs = triggers.jobs();
    this.operations =
        new TriggerOperations(new TriggerStore(triggers.dataSource()), triggers.sql());
    this.updates = new JobUpdateTracker(jobs, triggers.changes());
    this.fireSender = new FireSender(jobs, triggers.arrivals());
    this.clock = triggers.clock();
    this.timers = timers;
    this.steps = new TriggerProcessorSteps(context);
    this.manualFires = new TriggerProcessorManualFires(context, operations, clock);
    this.log = new TriggerLog(context.getLog(), triggers.settings());
    this.shutdown = TriggerProcessorShutdown.stopFiringFirst(context, SECOND);
    timers.startTimerWithFixedDelay(Second.INSTANCE, SECOND);
    load();
  }

  @Override
  public Receive<TriggerCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(Second.class, second -> onSecond())
        .onMessage(StopFiring.class, this::onStopFiring)
        .onMessage(TriggerDue.class, due -> onDue())
        .onMessage(GatherTimeOver.class, gathered -> onGathered())
        .onMessage(FireAnswered.class, this::onAnswered)
        .onMessage(TriggerCommand.JobsUpdated.class, this::onUpdated)
        .onMessage(TriggerCommand.FireByHand.class, this::onFireByHand)
        .onMessage(FireTimesPicked.class, this::onFireTimesPicked)
        .onMessage(TriggersLoaded.class, this::onLoaded)
        .onMessage(JobsRead.class, looked -> onJobsRead())
        .onMessage(CatchUpDecided.class, this::onCatchUpDecided)
        .onMessage(PagesRead.class, this::onPagesRead)
        .onMessage(BatchStored.class, this::onStored)
        .onMessage(Failed.class, this::onFailed)
        .onMessage(TriggerCommand.Stop.class, stop -> Behaviors.stopped())
        .onSignal(PostStop.class, stop -> onEnd())
        .onSignal(PreRestart.class, restart -> onEnd())
        .build();
  }

  private void load() {
    steps.run(
        "load the triggers",
        triggers.look().get().thenCompose(looked -> operations.load()),
        TriggersLoaded::new,
        this::load);
  }

  private Behavior<TriggerCommand> onLoaded(TriggersLoaded loaded) {
    if (jobs.version() < loaded.all().version()) { // triggers of unknown jobs must not be removed
      steps.inASecond(this::load);
      return this;
    }
    book = new TriggerBook(triggers.settings(), loaded.all().triggers(), new SplittableRandom());
    applyUpdates();
    book.removeUnclaimed();
    getContext().getLog().info("{} triggers in force", book.size());
    return work();
  }

  private Behavior<TriggerCommand> onSecond() {
    steps.runDue();
    log.flush();
    if (book != null && !stoppedFiring) {
      applyUpdates();
      send(book.takeResends(clock.instant()));
    }
    return work();
  }

  /** Acknowledged fires are still stored. */
  private Behavior<TriggerCommand> onStopFiring(StopFiring rest) {
    stoppedFiring = true;
    rest.replyTo().tell(Done.getInstance());
    return work();
  }

  private Behavior<TriggerCommand> onDue() {
    wakeAt = null;
    return work();
  }

  private Behavior<TriggerCommand> onGathered() {
    gathering = false;
    return work();
  }

  private Behavior<TriggerCommand> onUpdated(TriggerCommand.JobsUpdated update) {
    updates.add(
        update.version(),
        version -> update.replyTo().tell(new TriggerCommand.JobsInForce(version)));
    return work();
  }

  /** If an awaited version is still missing, it reads again a second later. */
  private Behavior<TriggerCommand> onJobsRead() {
    if (updates.areKnown()) {
      readingJobs = false;
    } else {
      steps.inASecond(() -> readingJobs = false);
    }
    return work();
  }

  /** Works in order of urgency: updates first, then due fires, then missed ones. */
  private Behavior<TriggerCommand> work() {
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
      steps.run(
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

  private Behavior<TriggerCommand> onAnswered(FireAnswered answer) {
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
    List<LiveTrigger> next = book.nextPagesToRead(Math.min(room, TriggerOperations.PAGES), now);
    if (!next.isEmpty()) {
      reading = true;
      steps.run(
          "read what is to be caught up",
          operations.pages(next),
          pages -> new PagesRead(next, pages),
          () -> {
            reading = false;
            next.forEach(trigger -> book.pageReadFailed(trigger, clock.instant()));
          });
    }
  }

  private Behavior<TriggerCommand> onPagesRead(PagesRead read) {
    reading = false;
    applyUpdates(); // nothing is sent for a trigger that was paused or removed meanwhile
    Instant now = clock.instant();
    for (LiveTrigger trigger : read.triggers()) {
      List<Instant> times = read.pages().getOrDefault(trigger.id(), List.of());
      book.pageRead(trigger, times, times.size() < TriggerOperations.PAGE_SIZE, now);
    }
    return work();
  }

  private void decideCatchUp(Instant now) {
    List<CatchUpDecisionContext> late =
        decidingCatchUp ? List.of() : book.takeCatchUpDecisions(now);
    if (!late.isEmpty()) {
      decideCatchUp(late);
    }
  }

  private void decideCatchUp(List<CatchUpDecisionContext> late) {
    decidingCatchUp = true;
    steps.run(
        "decide what is caught up",
        operations.decideCatchUp(late),
        CatchUpDecided::new,
        () -> decideCatchUp(late));
  }

  private Behavior<TriggerCommand> onCatchUpDecided(CatchUpDecided decided) {
    decidingCatchUp = false;
    Instant now = clock.instant();
    decided.some().decided().forEach(one -> book.applyCatchUpDecision(one, now));
    book.retryCatchUpDecisions(decided.some().left());
    if (!decided.some().broken().isEmpty()) {
      steps.inASecond(() -> book.retryCatchUpDecisions(decided.some().broken()));
    }
    return work();
  }

  private void store() {
    if (!storing && (!gathering || book.isUrgent())) {
      book.takeBatch().ifPresent(this::store);
    }
  }

  private void store(ChangeBatch batch) {
    storing = true;
    steps.run(
        "store what has fired",
        operations.store(batch.changes()),
        stored -> new BatchStored(batch),
        () -> store(batch));
  }

  private Behavior<TriggerCommand> onStored(BatchStored stored) {
    storing = false;
    gathering = true;
    timers.startSingleTimer(GatherTimeOver.INSTANCE, GATHER);
    book.batchStored(stored.batch(), clock.instant());
    stored.batch().changes().missed().forEach(fires -> triggers.meters().missed(fires.missed()));
    log.missed(stored.batch());
    return work();
  }

  private Behavior<TriggerCommand> onFireByHand(TriggerCommand.FireByHand fire) {
    if (book != null) {
      applyUpdates();
    }
    manualFires.pickTimes(fire, book);
    return work();
  }

  private Behavior<TriggerCommand> onFireTimesPicked(FireTimesPicked picked) {
    manualFires.queue(picked, book);
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

  private Behavior<TriggerCommand> onFailed(Failed failed) {
    steps.failed(failed);
    return this;
  }

  private Behavior<TriggerCommand> onEnd() {
    shutdown.cancel();
    triggers.meters().waiting(0);
    return this;
  }
}
