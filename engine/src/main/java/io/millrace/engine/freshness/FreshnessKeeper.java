package io.millrace.engine.freshness;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Judges promises when their time has come, one keeper in the cluster. Each look is two reads of an
 * index; only rows that are due are read.
 */
public final class FreshnessKeeper extends AbstractBehavior<FreshnessKeeper.Command> {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration AFTER_FAULT = Duration.ofSeconds(10);

  /** Messages to the keeper. All but Stop come from the keeper itself. */
  public sealed interface Command {}

  /** Stops it for a hand-over to another node. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Look implements Command {
    INSTANCE
  }

  private record RoundDone(boolean more, @Nullable Throwable fault) implements Command {}

  /** One bounded piece of work, which may block. */
  @FunctionalInterface
  public interface FreshnessRound {
    /**
     * @return whether there is more to do at once
     */
    boolean run(Instant now) throws SQLException;
  }

  private final FreshnessRound round;
  private final Runnable onStop;
  private final AsyncSql sql;
  private final Clock clock;
  private final TimerScheduler<Command> timers;

  /**
   * @param onStop runs when another node takes over
   */
  public static Behavior<Command> create(
      FreshnessRound round, Runnable onStop, AsyncSql sql, Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new FreshnessKeeper(context, timers, round, onStop, sql, clock)));
  }

  private FreshnessKeeper(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      FreshnessRound round,
      Runnable onStop,
      AsyncSql sql,
      Clock clock) {
    super(context);
    this.timers = timers;
    this.round = round;
    this.onStop = onStop;
    this.sql = sql;
    this.clock = clock;
    context.getSelf().tell(Look.INSTANCE);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Look.class, look -> onLook())
        .onMessage(RoundDone.class, this::onDone)
        .onMessage(Stop.class, stop -> onStop())
        .build();
  }

  private Behavior<Command> onLook() {
    getContext()
        .pipeToSelf(
            sql.run(() -> round.run(clock.instant())),
            (more, fault) -> new RoundDone(Boolean.TRUE.equals(more), fault));
    return this;
  }

  private Behavior<Command> onDone(RoundDone done) {
    if (done.fault() != null) {
      getContext().getLog().warn("Freshness could not be judged", done.fault());
      timers.startSingleTimer(Look.INSTANCE, AFTER_FAULT);
    } else if (done.more()) {
      getContext().getSelf().tell(Look.INSTANCE);
    } else {
      timers.startSingleTimer(Look.INSTANCE, LOOK);
    }
    return this;
  }

  private Behavior<Command> onStop() {
    onStop.run();
    return Behaviors.stopped();
  }
}
