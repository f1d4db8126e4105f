package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.millrace.engine.message.ActorRestart;
import java.time.Duration;

/**
 * Stores the steps that {@link FlowControl} decides, one at a time.
 *
 * <p>It is a separate actor, so that FlowControl can collect thousands of requests while a step is
 * stored. An event-sourced actor would stash them one by one and unstash them recursively.
 */
final class ChannelJournal
    extends EventSourcedBehavior<ChannelsChanged, ChannelsChanged, ChannelPool> {

  /** The stored state of the pool, sent after each step and after recovery. */
  record PoolStored(ChannelPool pool) {}

  private static final int SNAPSHOT_EVERY = 1_000;

  private final ActorRef<PoolStored> listener;

  static Behavior<ChannelsChanged> create(String pool, ActorRef<PoolStored> listener) {
    return Behaviors.setup(context -> new ChannelJournal(pool, listener));
  }

  private ChannelJournal(String pool, ActorRef<PoolStored> listener) {
    super(
        PersistenceId.of(FlowControl.KEY.name(), pool),
        ActorRestart.afterPausesUpTo(Duration.ofSeconds(5)));
    this.listener = listener;
  }

  @Override
  public ChannelPool emptyState() {
    return ChannelPool.EMPTY;
  }

  @Override
  public CommandHandler<ChannelsChanged, ChannelsChanged, ChannelPool> commandHandler() {
    return newCommandHandlerBuilder()
        .forAnyState()
        .onAnyCommand(
            step -> Effect().persist(step).thenRun(pool -> listener.tell(new PoolStored(pool))));
  }

  @Override
  public EventHandler<ChannelPool, ChannelsChanged> eventHandler() {
    return newEventHandlerBuilder().forAnyState().onAnyEvent(ChannelPool::after);
  }

  @Override
  public SignalHandler<ChannelPool> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), pool -> listener.tell(new PoolStored(pool)))
        .build();
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(SNAPSHOT_EVERY, 1).withDeleteEventsOnSnapshot();
  }
}
