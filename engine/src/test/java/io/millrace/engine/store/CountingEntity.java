package io.millrace.engine.store;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.DeleteEventsCompleted;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryFailed;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/** An entity that counts its own events, and fails if one is missing, doubled or out of order. */
final class CountingEntity extends EventSourcedBehavior<CountingEntity.Command, Long, Long> {
  static final int NO_SNAPSHOT = Integer.MAX_VALUE;

  sealed interface Command {}

  record Add(int events, ActorRef<EventCount> replyTo) implements Command {}

  record Get(ActorRef<EventCount> replyTo) implements Command {}

  record EventCount(String id, long events, long sequenceNr) {}

  /** Passes signals as messages to a probe. */
  enum EntitySignal {
    RECOVERY_FAILED,
    EVENTS_DELETED
  }

  private final ActorContext<Command> actor;
  private final String id;
  private final int snapshotEvery;
  private final ActorRef<EntitySignal> signals;

  static Behavior<Command> create(String id, int snapshotEvery, ActorRef<EntitySignal> signals) {
    return Behaviors.setup(actor -> new CountingEntity(actor, id, snapshotEvery, signals));
  }

  private CountingEntity(
      ActorContext<Command> actor, String id, int snapshotEvery, ActorRef<EntitySignal> signals) {
    super(
        PersistenceId.ofUniqueId(id),
        SupervisorStrategy.restartWithBackoff(Duration.ofMillis(50), Duration.ofMillis(200), 0));
    this.actor = actor;
    this.id = id;
    this.snapshotEvery = snapshotEvery;
    this.signals = signals;
  }

  @Override
  public Long emptyState() {
    return 0L;
  }

  @Override
  public CommandHandler<Command, Long, Long> commandHandler() {
    return newCommandHandlerBuilder()
        .forAnyState()
        .onCommand(
            Add.class,
            (count, add) ->
                Effect()
                    .persist(next(count, add.events()))
                    .thenRun(now -> add.replyTo().tell(count(now))))
        .onCommand(
            Get.class,
            (count, get) -> Effect().none().thenRun(now -> get.replyTo().tell(count(now))))
        .build();
  }

  private static List<Long> next(long count, int events) {
    return LongStream.rangeClosed(count + 1, count + events).boxed().toList();
  }

  private EventCount count(long events) {
    return new EventCount(id, events, lastSequenceNumber(actor));
  }

  @Override
  public EventHandler<Long, Long> eventHandler() {
    return newEventHandlerBuilder()
        .forAnyState()
        .onAnyEvent(
            (count, event) -> {
              if (event != count + 1) {
                throw new IllegalStateException("event " + event + " after " + count);
              }
              return event;
            });
  }

  @Override
  public SignalHandler<Long> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryFailed.class, (count, failed) -> signals.tell(EntitySignal.RECOVERY_FAILED))
        .onSignal(
            DeleteEventsCompleted.class,
            (count, deleted) -> signals.tell(EntitySignal.EVENTS_DELETED))
        .build();
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(snapshotEvery, 1).withDeleteEventsOnSnapshot();
  }
}
