package io.millrace.engine.flywheel;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.pattern.StatusReply;
import io.millrace.engine.Message;
import io.millrace.engine.flywheel.PlanStore.Planned;
import io.millrace.engine.flywheel.Steps.Look;
import io.millrace.engine.flywheel.Steps.PageDone;
import io.millrace.engine.sql.AsyncSql;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Plans the day and runs its minutes, oldest first: one in the cluster. It takes one step at a time
 * and keeps nothing that is not in the tables, so that whoever takes over goes on from there.
 */
public final class Flywheel extends AbstractBehavior<Flywheel.Command> {

  /** What the flywheel is told. */
  public sealed interface Command {}

  /** Look at the time now; it does so every second by itself. */
  public record Tick(ActorRef<Ticked> replyTo) implements Command, Message {}

  /**
   * @param enabled false = nothing is started
   */
  public record Ticked(boolean enabled) implements Message {}

  /** Plan that day, or what its plan lacks. */
  public record Plan(LocalDate date, ActorRef<StatusReply<Planned>> replyTo)
      implements Command, Message {}

  /** Ends it, for a hand-over. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Second implements Command {
    INSTANCE
  }

  private record PlannedToday(Planned planned) implements Command {}

  private record PlannedAsTold(Plan plan, Planned planned) implements Command {}

  private record NotPlanned(Plan plan, Throwable fault) implements Command {}

  private record Dropped(LocalDate today) implements Command {}

  private record Looked(Look look) implements Command {}

  private record PageRun(PageDone page) implements Command {}

  private record Finished(MinuteRun run, boolean done) implements Command {}

  private record Failed(String what, Throwable fault) implements Command {}

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final FlywheelSettings settings;
  private final Steps steps;
  private final FlywheelMeters meters;
  private final BooleanSupplier mayFire;
  private final Clock clock;

  private final Deque<Plan> told = new ArrayDeque<>();
  private boolean busy;
  private LocalDate planned;
  private LocalDate dropped;
  private MinuteRun run;

  /**
   * @param mayFire whether the clock can be trusted
   */
  public static Behavior<Command> create(
      FlywheelSettings settings,
      DataSource dataSource,
      Refreshes refreshes,
      AsyncSql sql,
      FlywheelMeters meters,
      BooleanSupplier mayFire,
      Clock clock) {
    Steps steps =
        new Steps(
            settings,
            new PlanStore(dataSource, settings),
            new MinuteStore(dataSource),
            new MinutePages(dataSource),
            refreshes,
            sql);
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new Flywheel(context, timers, settings, steps, meters, mayFire, clock)));
  }

  private Flywheel(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      FlywheelSettings settings,
      Steps steps,
      FlywheelMeters meters,
      BooleanSupplier mayFire,
      Clock clock) {
    super(context);
    this.settings = settings;
    this.steps = steps;
    this.meters = meters;
    this.mayFire = mayFire;
    this.clock = clock;
    timers.startTimerWithFixedDelay(Second.INSTANCE, SECOND);
    context.getSelf().tell(Second.INSTANCE);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Second.class, second -> step())
        .onMessage(Tick.class, this::onTick)
        .onMessage(Plan.class, this::onPlan)
        .onMessage(PlannedToday.class, this::onPlannedToday)
        .onMessage(PlannedAsTold.class, this::onPlannedAsTold)
        .onMessage(NotPlanned.class, this::onNotPlanned)
        .onMessage(Dropped.class, dropped -> next())
        .onMessage(Looked.class, this::onLooked)
        .onMessage(PageRun.class, this::onPageRun)
        .onMessage(Finished.class, this::onFinished)
        .onMessage(Failed.class, this::onFailed)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onTick(Tick tick) {
    tick.replyTo().tell(new Ticked(settings.enabled()));
    return step();
  }

  private Behavior<Command> onPlan(Plan plan) {
    told.add(plan);
    return step();
  }

  /** What comes first is done first; a step that did something is followed by the next at once. */
  private Behavior<Command> step() {
    if (busy || !mayFire.getAsBoolean()) {
      return this;
    }
    Instant now = clock.instant();
    LocalDate today = Pass.date(now);
    if (!told.isEmpty()) {
      Plan plan = told.poll();
      take(
          steps.plan(plan.date(), now),
          done -> new PlannedAsTold(plan, done),
          fault -> new NotPlanned(plan, fault));
    } else if (settings.enabled()) {
      if (!today.equals(planned)) {
        take("plan " + today, steps.plan(today, now), PlannedToday::new);
      } else if (run != null && !steps.isTooOld(run.minute(), now)) {
        take("run " + run.minute(), steps.page(run, now), PageRun::new);
      } else if (!today.equals(dropped)) {
        dropped = today; // what cannot be dropped now is dropped tomorrow
        take("drop old plans", steps.dropOld(today), Dropped::new);
      } else {
        run = null;
        take("find the next minute", steps.look(today, now), Looked::new);
      }
    }
    return this;
  }

  private <T> void take(String what, CompletionStage<T> step, Function<T, Command> done) {
    take(step, done, fault -> new Failed(what, fault));
  }

  private <T> void take(
      CompletionStage<T> step, Function<T, Command> done, Function<Throwable, Command> failed) {
    busy = true;
    getContext()
        .pipeToSelf(
            step, (result, fault) -> fault == null ? done.apply(result) : failed.apply(fault));
  }

  private Behavior<Command> onPlannedToday(PlannedToday today) {
    planned = today.planned().date();
    say(today.planned());
    return next();
  }

  private Behavior<Command> onPlannedAsTold(PlannedAsTold plan) {
    say(plan.planned());
    plan.plan().replyTo().tell(StatusReply.success(plan.planned()));
    return next();
  }

  private Behavior<Command> onNotPlanned(NotPlanned plan) {
    plan.plan().replyTo().tell(StatusReply.error("not planned: " + plan.fault().getMessage()));
    return onFailed(new Failed("plan " + plan.plan().date(), plan.fault()));
  }

  private void say(Planned plan) {
    getContext()
        .getLog()
        .info(
            "Planned {}: {} refreshes of {} users; {} taken back",
            plan.date(),
            plan.refreshes(),
            plan.users(),
            plan.removed());
  }

  private Behavior<Command> onLooked(Looked looked) {
    looked
        .look()
        .missed()
        .ifPresent(
            missed -> {
              meters.missed(missed.minutes());
              getContext()
                  .getLog()
                  .warn(
                      "Missed {} minutes of the plan, from {} to {}, with {} users: older than {}",
                      missed.minutes(),
                      missed.first(),
                      missed.last(),
                      missed.users(),
                      settings.catchUpWindow());
            });
    busy = false;
    if (looked.look().next().isPresent()) {
      run = MinuteRun.begin(looked.look().next().get(), clock.instant());
      return step();
    }
    return told.isEmpty() ? this : step();
  }

  private Behavior<Command> onPageRun(PageRun page) {
    run = page.page().run();
    List<String> unanswered = page.page().unanswered();
    if (!unanswered.isEmpty()) {
      String who = unanswered.size() + " user-sites, " + unanswered.get(0) + " first";
      if (run.tries() > 0) {
        return onFailed("run " + run.minute(), "no answer of " + who);
      }
      getContext().getLog().warn("Left out of {}: no answer of {}", run.minute(), who);
    }
    if (!page.page().last()) {
      return next();
    }
    MinuteRun whole = run;
    take(
        "finish " + whole.minute(),
        steps.finish(whole, clock.instant()),
        done -> new Finished(whole, done));
    return this;
  }

  private Behavior<Command> onFinished(Finished finished) {
    run = null;
    if (finished.done()) {
      meters.done(finished.run().tally());
    }
    return next();
  }

  private Behavior<Command> onFailed(Failed failed) {
    return onFailed(failed.what(), failed.fault().toString());
  }

  /** The next second tries it again; a page that was not answered is asked again as a whole. */
  private Behavior<Command> onFailed(String what, String why) {
    busy = false;
    getContext().getLog().warn("Could not {}: {}", what, why);
    return this;
  }

  private Behavior<Command> next() {
    busy = false;
    return step();
  }
}
