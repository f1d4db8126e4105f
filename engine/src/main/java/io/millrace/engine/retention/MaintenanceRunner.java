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

/** Runs the maintenance rounds, one runner in the cluster. A failed round is soon repeated. */
public final class MaintenanceRunner extends AbstractBehavior<MaintenanceRunner.Command> {
  private static final Duration TICK = Duration.ofSeconds(10);
  private static final Duration AFTER_FAULT = Duration.ofMinutes(1);

  /** The key of the advisory lock. No other program on this database may use it. */
  private static final long LOCK = 0x4d696c6c486973L;

  /** Messages to the runner. All but Stop come from the runner itself. */
  public sealed interface Command {}

  /** Stops it for a hand-over to another node. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Tick implements Command {
    INSTANCE
  }

  private record RoundDone(Instant next, Throwable fault) implements Command {}

  /** One maintenance round, which may block. */
  @FunctionalInterface
  public interface MaintenanceRound {
    /**
     * @return the time of the next round
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
   * Allows one maintenance transaction at a time in the cluster; each must call this first. It
   * fails after a short timeout and is retried later, so that no other transaction waits behind it.
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
          .warn("History maintenance failed; it is retried in a minute", done.fault());
    }
    return this;
  }
}
