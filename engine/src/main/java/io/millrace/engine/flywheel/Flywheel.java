package io.millrace.engine.flywheel;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.pattern.StatusReply;
import io.millrace.engine.flywheel.FlywheelOperations.NextMinute;
import io.millrace.engine.flywheel.FlywheelOperations.PageResult;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.message.Message;
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
import org.jspecify.annotations.Nullable;

/**
 * Plans the day and runs its minutes, oldest first. There is one in the cluster. It takes one step
 * at a time and keeps all state in the tables, so that a successor continues from there.
 */
public final class Flywheel extends AbstractBehavior<Flywheel.Command> {

  /** The commands of the flywheel. */
  public sealed interface Command {}

  /** Checks the time now. The flywheel also does so every second. */
  public record Tick(ActorRef<TickReply> replyTo) implements Command, Message {}

  /**
   * @param enabled false if the flywheel is off and starts nothing
   */
  public record TickReply(boolean enabled) implements Message {}

  /** Plans that day, or completes its plan. */
  public record PlanDay(LocalDate date, ActorRef<StatusReply<PlanResult>> replyTo)
      implements Command, Message {}

  /** Stops the actor for a hand-over to another node. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Second implements Command {
    INSTANCE
  }

  private record TodayPlanned(PlanResult planned) implements Command {}

  private record RequestedDayPlanned(PlanDay plan, PlanResult planned) implements Command {}

  private record PlanFailed(PlanDay plan, Throwable fault) implements Command {}

  private record OldPlansDropped(LocalDate today) implements Command {}

  private record NextMinuteRead(NextMinute look) implements Command {}

  private record PageEnded(PageResult page) implements Command {}

  private record MinuteFinished(MinuteRun run, boolean done) implements Command {}

  private record Failed(String what, Throwable fault) implements Command {}

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final FlywheelSettings settings;
  private final FlywheelOperations operations;
  private final FlywheelMeters meters;
  private final BooleanSupplier mayFire;
  private final Clock clock;

  private final Deque<PlanDay> requestedPlans = new ArrayDeque<>();
  private boolean busy;
  private @Nullable LocalDate plannedDay;
  private @Nullable LocalDate oldPlansDroppedOn;
  private @Nullable MinuteRun run;

  /**
   * @param mayFire whether the clock can be trusted
   */
  public static Behavior<Command> create(
      FlywheelSettings settings,
      DataSource dataSource,
      RefreshGateway refreshes,
      AsyncSql sql,
      FlywheelMeters meters,
      BooleanSupplier mayFire,
      Clock clock) {
    FlywheelOperations operations =
        new FlywheelOperations(
            settings,
            new PlanStore(dataSource, settings),
            new MinuteStore(dataSource),
            new MinutePages(dataSource),
            refreshes,
            sql,
            new NewUserPause());
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new Flywheel(context, timers, settings, operations, meters, mayFire, clock)));
  }

  private Flywheel(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      FlywheelSettings settings,
      FlywheelOperations operations,
      FlywheelMeters meters,
      BooleanSupplier mayFire,
      Clock clock) {
    super(context);
    this.settings = settings;
    this.operations = operations;
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
        .onMessage(PlanDay.class, this::onPlanDay)
        .onMessage(TodayPlanned.class, this::onTodayPlanned)
        .onMessage(RequestedDayPlanned.class, this::onRequestedDayPlanned)
        .onMessage(PlanFailed.class, this::onPlanFailed)
        .onMessage(OldPlansDropped.class, dropped -> next())
        .onMessage(NextMinuteRead.class, this::onNextMinuteRead)
        .onMessage(PageEnded.class, this::onPageEnded)
        .onMessage(MinuteFinished.class, this::onMinuteFinished)
        .onMessage(Failed.class, this::onFailed)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onTick(Tick tick) {
    tick.replyTo().tell(new TickReply(settings.enabled()));
    return step();
  }

  private Behavior<Command> onPlanDay(PlanDay plan) {
    requestedPlans.add(plan);
    return step();
  }

  /** Does the most urgent step. A step that did something is followed by the next one at once. */
  private Behavior<Command> step() {
    if (busy || !mayFire.getAsBoolean()) {
      return this;
    }
    Instant now = clock.instant();
    LocalDate today = Pass.date(now);
    if (!requestedPlans.isEmpty()) {
      PlanDay plan = requestedPlans.poll();
      runAsync(
          operations.plan(plan.date(), now),
          done -> new RequestedDayPlanned(plan, done),
          fault -> new PlanFailed(plan, fault));
    } else if (settings.enabled()) {
      if (!today.equals(plannedDay)) {
        runAsync("plan " + today, operations.plan(today, now), TodayPlanned::new);
      } else if (run != null && !operations.isTooOld(run.minute(), now)) {
        runAsync("run " + run.minute(), operations.runPage(run, now), PageEnded::new);
      } else if (!today.equals(oldPlansDroppedOn)) {
        oldPlansDroppedOn = today; // on a failure, the next try is tomorrow
        runAsync("drop old plans", operations.dropOld(today), OldPlansDropped::new);
      } else {
        run = null;
        runAsync(
            "find the next minute", operations.findNextMinute(today, now), NextMinuteRead::new);
      }
    }
    return this;
  }

  private <T> void runAsync(String what, CompletionStage<T> step, Function<T, Command> done) {
    runAsync(step, done, fault -> new Failed(what, fault));
  }

  private <T> void runAsync(
      CompletionStage<T> step, Function<T, Command> done, Function<Throwable, Command> failed) {
    busy = true;
    getContext()
        .pipeToSelf(
            step, (result, fault) -> fault == null ? done.apply(result) : failed.apply(fault));
  }

  private Behavior<Command> onTodayPlanned(TodayPlanned today) {
    plannedDay = today.planned().date();
    logPlanResult(today.planned());
    return next();
  }

  private Behavior<Command> onRequestedDayPlanned(RequestedDayPlanned plan) {
    logPlanResult(plan.planned());
    plan.plan().replyTo().tell(StatusReply.success(plan.planned()));
    return next();
  }

  private Behavior<Command> onPlanFailed(PlanFailed plan) {
    plan.plan().replyTo().tell(StatusReply.error("not planned: " + plan.fault().getMessage()));
    return onFailed(new Failed("plan " + plan.plan().date(), plan.fault()));
  }

  private void logPlanResult(PlanResult plan) {
    getContext()
        .getLog()
        .info(
            "Planned {}: {} refreshes of {} users, {} removed",
            plan.date(),
            plan.refreshes(),
            plan.users(),
            plan.removed());
  }

  private Behavior<Command> onNextMinuteRead(NextMinuteRead read) {
    read.look()
        .missed()
        .ifPresent(
            missed -> {
              meters.missed(missed.minutes());
              getContext()
                  .getLog()
                  .warn(
                      "Missed {} minutes of the plan, from {} to {}, with {} users: they are older"
                          + " than catchUpWindow = {}",
                      missed.minutes(),
                      missed.first(),
                      missed.last(),
                      missed.users(),
                      settings.catchUpWindow());
            });
    busy = false;
    if (read.look().next().isPresent()) {
      run = MinuteRun.begin(read.look().next().get(), clock.instant());
      return step();
    }
    return requestedPlans.isEmpty() ? this : step();
  }

  private Behavior<Command> onPageEnded(PageEnded page) {
    run = page.page().run();
    List<String> unanswered = page.page().unanswered();
    if (!unanswered.isEmpty()) {
      String userSites = unanswered.size() + " user-sites, the first is " + unanswered.get(0);
      if (run.tries() > 0) {
        return onFailed("run " + run.minute(), "no answer from " + userSites);
      }
      getContext().getLog().warn("Skipped in {}: no answer from {}", run.minute(), userSites);
    }
    if (!page.page().last()) {
      return next();
    }
    MinuteRun whole = run;
    runAsync(
        "finish " + whole.minute(),
        operations.finish(whole, clock.instant()),
        done -> new MinuteFinished(whole, done));
    return this;
  }

  private Behavior<Command> onMinuteFinished(MinuteFinished finished) {
    run = null;
    if (finished.done()) {
      meters.done(finished.run().tally());
    }
    return next();
  }

  /** The next second tries again. */
  private Behavior<Command> onFailed(Failed failed) {
    busy = false;
    getContext().getLog().warn("Could not {}", failed.what(), failed.fault());
    return this;
  }

  /** The next second tries again. It asks the whole page again. */
  private Behavior<Command> onFailed(String what, String reason) {
    busy = false;
    getContext().getLog().warn("Could not {}: {}", what, reason);
    return this;
  }

  private Behavior<Command> next() {
    busy = false;
    return step();
  }
}
