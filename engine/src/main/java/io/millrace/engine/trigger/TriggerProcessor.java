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
import io.millrace.engine.Message;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.trigger.Changes.MadeGood;
import io.millrace.engine.trigger.InFlight.Attempt;
import io.millrace.engine.trigger.Pending.Batch;
import io.millrace.engine.trigger.TriggerSteps.SettledSome;
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
 * Fires the triggers of all jobs when they are due, and catches up what was missed: one in the
 * cluster. What has fired is stored once all that it sets off has arrived, so whoever takes over
 * fires again at most what counts once anyway.
 */
public final class TriggerProcessor extends AbstractBehavior<TriggerProcessor.Command> {

  /** What it is told. */
  public sealed interface Command {}

  /** Jobs have changed; answered when nothing fires any more but by what they say now. */
  public record Updated(long version, ActorRef<InForce> replyTo) implements Command, Message {}

  /** The jobs of this version are in force. */
  public record InForce(long version) implements Message {}

  /** Fires the times of a trigger in a range again; what has arrived already counts once. */
  public record FireByHand(
      long job, String trigger, Instant first, Instant last, ActorRef<StatusReply<Queued>> replyTo)
      implements Command, Message {}

  /** So many fires will be caught up. */
  public record Queued(int fires) implements Message {}

  /** Ends it, for a hand-over. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Second implements Command {
    INSTANCE
  }

  /** The node is about to leave: its tokens go elsewhere, and so will this. */
  private record Rest(ActorRef<Done> replyTo) implements Command {}

  private enum Due implements Command {
    INSTANCE
  }

  private enum Gathered implements Command {
    INSTANCE
  }

  private record Loaded(TriggerStore.All all) implements Command {}

  private enum Looked implements Command {
    INSTANCE
  }

  private record Answered(Attempt attempt, Throwable fault) implements Command {}

  private record Settled(SettledSome some) implements Command {}

  private record Read(List<LiveTrigger> triggers, Map<TriggerId, List<Instant>> pages)
      implements Command {}

  private record StoredBatch(Batch batch) implements Command {}

  /**
   * @param times null if they could not be found out
   */
  private record Picked(FireByHand fire, LiveTrigger trigger, List<Instant> times)
      implements Command {}

  private record Failed(String what, Throwable fault, Runnable again) implements Command {}

  private static final Duration SECOND = Duration.ofSeconds(1);

  /**
   * What has fired is gathered for so long before it is stored: commits are dear, and nobody waits.
   */
  private static final Duration GATHER = Duration.ofMillis(100);

  /** Triggers of which fires are read at once, to be caught up. */
  private static final int PAGES = 10;

  /** So many fires of a trigger are read at once. */
  private static final int PAGE_SIZE = 100;

  private final TriggerContext triggers;
  private final Jobs jobs;
  private final TriggerSteps steps;
  private final Sending sending;
  private final Clock clock;
  private final TimerScheduler<Command> timers;

  private final Updates updates;
  private final List<Runnable> nextSecond = new ArrayList<>();
  private final TriggerLog log;
  private final Cancellable shutdown;
  private TriggerBook book;
  private Instant wakeAt;
  private boolean looking;
  private boolean settling;
  private boolean reading;
  private boolean storing;
  private boolean gathering;
  private boolean resting;

  public static Behavior<Command> create(TriggerContext triggers) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new TriggerProcessor(context, timers, triggers)));
  }

  private TriggerProcessor(
      ActorContext<Command> context, TimerScheduler<Command> timers, TriggerContext triggers) {
    super(context);
    this.triggers = triggers;
    this.jobs = triggers.jobs();
    this.steps = new TriggerSteps(new TriggerStore(triggers.dataSource()), triggers.sql());
    this.updates = new Updates(jobs, triggers.changes());
    this.sending = new Sending(jobs, triggers.arrivals());
    this.clock = triggers.clock();
    this.timers = timers;
    this.log = new TriggerLog(context.getLog(), triggers.settings());
    // Whoever fires at tokens that are leaving holds them up.
    this.shutdown =
        CoordinatedShutdown.get(context.getSystem())
            .addCancellableTask(
                CoordinatedShutdown.PhaseBeforeClusterShutdown(),
                "rest-triggers",
                () ->
                    AskPattern.ask(
                        context.getSelf(), Rest::new, SECOND, context.getSystem().scheduler()));
    timers.startTimerWithFixedDelay(Second.INSTANCE, SECOND);
    load();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Second.class, second -> onSecond())
        .onMessage(Rest.class, this::onRest)
        .onMessage(Due.class, due -> onDue())
        .onMessage(Gathered.class, gathered -> onGathered())
        .onMessage(Answered.class, this::onAnswered)
        .onMessage(Updated.class, this::onUpdated)
        .onMessage(FireByHand.class, this::onFireByHand)
        .onMessage(Picked.class, this::onPicked)
        .onMessage(Loaded.class, this::onLoaded)
        .onMessage(Looked.class, looked -> onLooked())
        .onMessage(Settled.class, this::onSettled)
        .onMessage(Read.class, this::onRead)
        .onMessage(StoredBatch.class, this::onStored)
        .onMessage(Failed.class, this::onFailed)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .onSignal(PostStop.class, stop -> onEnd())
        .onSignal(PreRestart.class, restart -> onEnd())
        .build();
  }

  private void load() {
    take(
        "load the triggers",
        triggers.look().get().thenCompose(looked -> steps.load()),
        Loaded::new,
        this::load);
  }

  private Behavior<Command> onLoaded(Loaded loaded) {
    if (jobs.version() < loaded.all().version()) { // what is not known here is not removed
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
    if (book != null && !resting) {
      applyUpdates();
      send(book.fireAgain(clock.instant()));
    }
    return work();
  }

  /** What was acknowledged is still stored. */
  private Behavior<Command> onRest(Rest rest) {
    resting = true;
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

  private Behavior<Command> onUpdated(Updated update) {
    updates.add(update.version(), version -> update.replyTo().tell(new InForce(version)));
    return work();
  }

  /** What was not found is looked for again a second later. */
  private Behavior<Command> onLooked() {
    if (updates.areKnown()) {
      looking = false;
    } else {
      nextSecond.add(() -> looking = false);
    }
    return work();
  }

  /** What comes first is done first: all updates, then what is due, then what was missed. */
  private Behavior<Command> work() {
    if (book == null) {
      return this;
    }
    Instant now = clock.instant();
    applyUpdates();
    // By a clock that is wrong neither "due" nor "missed" means anything.
    if (!resting && triggers.mayFire().getAsBoolean()) {
      send(book.fire(now));
      catchUp(now);
      settle(now);
      wakeWhenDue(now);
    }
    store();
    triggers.meters().waiting(book.waiting());
    return this;
  }

  private void applyUpdates() {
    if (!updates.apply(book) && !looking) {
      looking = true;
      take(
          "read the jobs", triggers.look().get(), looked -> Looked.INSTANCE, () -> looking = false);
    }
  }

  private void send(List<Attempt> attempts) {
    for (Attempt attempt : attempts) {
      getContext()
          .pipeToSelf(
              sending.send(attempt.fire()), (arrived, fault) -> new Answered(attempt, fault));
    }
  }

  private Behavior<Command> onAnswered(Answered answer) {
    Instant now = clock.instant();
    if (answer.fault() == null) {
      book.done(answer.attempt(), now).ifPresent(fire -> triggers.meters().fired(fire, now));
    } else {
      log.failed(answer.attempt().fire(), answer.fault());
      book.failed(answer.attempt(), now);
    }
    return work();
  }

  private void catchUp(Instant now) {
    send(book.catchUp(now));
    int room = book.catchUpRoom();
    if (reading || room <= 0) {
      return;
    }
    List<LiveTrigger> next = book.pages(Math.min(room, PAGES), now);
    if (!next.isEmpty()) {
      reading = true;
      take(
          "read what is to be caught up",
          steps.pages(next, PAGE_SIZE),
          pages -> new Read(next, pages),
          () -> {
            reading = false;
            next.forEach(trigger -> book.notRead(trigger, clock.instant()));
          });
    }
  }

  private Behavior<Command> onRead(Read read) {
    reading = false;
    applyUpdates(); // of a trigger that was paused or removed meanwhile nothing is sent
    Instant now = clock.instant();
    for (LiveTrigger trigger : read.triggers()) {
      List<Instant> times = read.pages().getOrDefault(trigger.id(), List.of());
      book.page(trigger, times, times.size() < PAGE_SIZE, now);
    }
    return work();
  }

  private void settle(Instant now) {
    List<Settling> settlings = settling ? List.of() : book.settlings(now);
    if (!settlings.isEmpty()) {
      settling = true;
      settle(settlings);
    }
  }

  private void settle(List<Settling> settlings) {
    take("settle triggers", steps.settle(settlings), Settled::new, () -> settle(settlings));
  }

  private Behavior<Command> onSettled(Settled settled) {
    settling = false;
    Instant now = clock.instant();
    settled.some().settled().forEach(one -> book.settled(one, now));
    book.notSettled(settled.some().left());
    if (!settled.some().broken().isEmpty()) {
      nextSecond.add(() -> book.notSettled(settled.some().broken()));
    }
    return work();
  }

  private void store() {
    if (!storing && (!gathering || book.isUrgent())) {
      book.store()
          .ifPresent(
              batch -> {
                storing = true;
                store(batch);
              });
    }
  }

  private void store(Batch batch) {
    take(
        "store what has fired",
        steps.store(batch.changes()),
        stored -> new StoredBatch(batch),
        () -> store(batch));
  }

  private Behavior<Command> onStored(StoredBatch stored) {
    storing = false;
    gathering = true;
    timers.startSingleTimer(Gathered.INSTANCE, GATHER);
    book.stored(stored.batch(), clock.instant());
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
              steps.byHand(trigger.trigger(), fire.first(), fire.last(), clock.instant()),
              (times, fault) -> new Picked(fire, trigger, times));
    }
    return work();
  }

  private Behavior<Command> onPicked(Picked picked) {
    FireByHand fire = picked.fire();
    List<Instant> times = picked.times();
    if (times == null || times.size() > ByHand.MOST || picked.trigger().isRemoved()) {
      fire.replyTo().tell(StatusReply.error("the trigger was changed meanwhile"));
      return this;
    }
    MadeGood range =
        new MadeGood(picked.trigger().id(), fire.first(), fire.last(), clock.instant());
    StatusReply<Queued> queued = StatusReply.success(new Queued(times.size()));
    book.fireByHand(picked.trigger(), times, range, () -> fire.replyTo().tell(queued));
    return work();
  }

  /** A timer of its own only for what comes before the next second. */
  private void wakeWhenDue(Instant now) {
    Instant due = book.nextDue().filter(now::isBefore).orElse(null);
    if (due != null && due.isBefore(now.plus(SECOND)) && !due.equals(wakeAt)) {
      wakeAt = due;
      timers.startSingleTimer(Due.INSTANCE, Duration.between(now, due));
    }
  }

  /**
   * @param again is run a second after it failed
   */
  private <T> void take(
      String what, CompletionStage<T> step, Function<T, Command> done, Runnable again) {
    getContext()
        .pipeToSelf(
            step,
            (result, fault) -> fault == null ? done.apply(result) : new Failed(what, fault, again));
  }

  private Behavior<Command> onFailed(Failed failed) {
    getContext().getLog().warn("Could not {}: {}", failed.what(), failed.fault().toString());
    nextSecond.add(failed.again());
    return this;
  }

  private Behavior<Command> onEnd() {
    shutdown.cancel();
    triggers.meters().waiting(0);
    return this;
  }
}
