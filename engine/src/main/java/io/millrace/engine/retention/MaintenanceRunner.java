package io.millrace.engine.retention;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Looks after the history: one in the cluster. Once a day, and again soon if that failed. */
public final class MaintenanceRunner extends AbstractBehavior<MaintenanceRunner.Command> {
  private static final Duration TICK = Duration.ofSeconds(10);
  private static final Duration AFTER_FAULT = Duration.ofMinutes(1);

  /** Any fixed number does, as long as no other program on the same database takes it. */
  private static final long LOCK = 0x4d696c6c486973L;

  /** What the upkeep is told; all of it by itself, but for Stop. */
  public sealed interface Command {}

  /** Ends it, for a hand-over. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Tick implements Command {
    INSTANCE
  }

  private record RoundDone(Instant next, Throwable fault) implements Command {}

  /** One round of the work, which may block. */
  @FunctionalInterface
  public interface MaintenanceRound {
    /**
     * @return when there is work again
     */
    Instant run(Instant now) throws SQLException;
  }

  private final MaintenanceRound round;
  private final AsyncSql sql;
  private final Clock clock;
  private Instant next = Instant.MIN;
  private boolean working;

  public static Behavior<Command> create(MaintenanceRound round, AsyncSql sql, Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new MaintenanceRunner(context, timers, round, sql, clock)));
  }

  private MaintenanceRunner(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      MaintenanceRound round,
      AsyncSql sql,
      Clock clock) {
    super(context);
    this.round = round;
    this.sql = sql;
    this.clock = clock;
    timers.startTimerWithFixedDelay(Tick.INSTANCE, TICK);
    context.getSelf().tell(Tick.INSTANCE);
  }

  /**
   * In every transaction of the upkeep: one at a time in the cluster. It rather fails, and is tried
   * again, than makes others wait behind it.
   */
  static void lock(Statements sql) throws SQLException {
    sql.update("set local lock_timeout = '2s'");
    sql.number("select count(pg_advisory_xact_lock(" + LOCK + "))");
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, tick -> onTick())
        .onMessage(RoundDone.class, this::onDone)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onTick() {
    Instant now = clock.instant();
    if (!working && !now.isBefore(next)) {
      working = true;
      getContext().pipeToSelf(sql.run(() -> round.run(now)), RoundDone::new);
    }
    return this;
  }

  private Behavior<Command> onDone(RoundDone done) {
    working = false;
    next = done.next();
    if (done.fault() != null) {
      next = clock.instant().plus(AFTER_FAULT);
      getContext()
          .getLog()
          .warn("The upkeep of the history is tried again: {}", done.fault().toString());
    }
    return this;
  }
}
