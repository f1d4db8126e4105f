package io.millrace.engine.refresh;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.javadsl.CommandHandlerWithReply;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehaviorWithEnforcedReplies;
import akka.persistence.typed.javadsl.ReplyEffect;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.millrace.engine.Message;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.flow.Waiting;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The one owner of a user-site: it decides with {@link UserSite}, stores, then acts. */
public final class UserSiteEntity
    extends EventSourcedBehaviorWithEnforcedReplies<
        UserSiteEntity.Command, UserSiteEvent, UserSite> {

  public static final EntityTypeKey<Command> KEY = EntityTypeKey.create(Command.class, "user-site");

  /** What a user-site is asked and told. */
  public sealed interface Command extends Message {}

  /** Refresh now, unless a refresh is queued or running. */
  public record Queue(Reason reason, Priority priority, ActorRef<QueueReply> replyTo)
      implements Command {}

  /**
   * @param uid the attempt that is queued or running now; null if there is no such collection
   * @param created whether it was made by this very call
   */
  public record QueueReply(UUID uid, boolean created) implements Message {}

  /** Its due time may have come. */
  public record Wake(ActorRef<Woken> replyTo) implements Command {}

  /** The wake-up was dealt with, whatever came of it. */
  public record Woken(String owner) implements Message {}

  /** Its attempt was granted a channel. */
  public record Started(UUID uid, Instant at, Instant deadline) implements Command {}

  /** An attempt ended, says whoever ran it or wants it to end. */
  public record Finish(UUID uid, Outcome outcome, ActorRef<Owners.Ended> replyTo)
      implements Command {}

  /** Its definition was saved or removed; look at it again. */
  public record Define(ActorRef<Woken> replyTo) implements Command {}

  /** How is it? */
  public record Get(ActorRef<View> replyTo) implements Command {}

  /**
   * @param started when the current attempt started; null while it is queued, or idle
   */
  public record View(UserSite userSite, Started started) implements Message {}

  /** Stops the entity, to passivate or to hand it over. */
  public enum Stop implements Command {
    INSTANCE
  }

  private static final int SNAPSHOT_EVERY = 20;

  private final String owner;
  private final UserSiteContext context;

  /** What the pool said last; not stored, for the pool has stored it. */
  private Started started;

  public static Behavior<Command> create(String owner, UserSiteContext context) {
    return Behaviors.setup(actor -> new UserSiteEntity(owner, context));
  }

  private UserSiteEntity(String owner, UserSiteContext context) {
    super(
        PersistenceId.of(KEY.name(), owner),
        SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.2));
    this.owner = owner;
    this.context = context;
  }

  @Override
  public UserSite emptyState() {
    return UserSite.NEW;
  }

  @Override
  public CommandHandlerWithReply<Command, UserSiteEvent, UserSite> commandHandler() {
    return newCommandHandlerWithReplyBuilder()
        .forAnyState()
        .onCommand(Queue.class, this::onQueue)
        .onCommand(Wake.class, this::onWake)
        .onCommand(Started.class, this::onStarted)
        .onCommand(Finish.class, this::onFinish)
        .onCommand(Define.class, this::onDefine)
        .onCommand(Get.class, this::onGet)
        .onCommand(Stop.class, (site, stop) -> Effect().stop().thenNoReply())
        .build();
  }

  private ReplyEffect<UserSiteEvent, UserSite> onQueue(UserSite site, Queue queue) {
    Optional<Collection> collection = collection();
    if (collection.isEmpty()) {
      return Effect().reply(queue.replyTo(), new QueueReply(null, false));
    }
    return site.queue(
            collection.get(), queue.reason(), queue.priority(), context.newUid(), context.now())
        .map(
            queued ->
                Effect()
                    .persist(queued)
                    .thenRun(this::request)
                    .thenReply(queue.replyTo(), next -> new QueueReply(next.attempt().uid(), true)))
        .orElseGet(
            () -> Effect().reply(queue.replyTo(), new QueueReply(site.attempt().uid(), false)));
  }

  private ReplyEffect<UserSiteEvent, UserSite> onWake(UserSite site, Wake wake) {
    Woken woken = new Woken(owner);
    Instant now = context.now();
    return collection()
        .flatMap(collection -> site.wake(collection, context.newUid(), now))
        .map(
            event ->
                Effect()
                    .persist(event)
                    .thenRun(
                        next -> {
                          context.meters().woken(event, site.refreshAt(), now);
                          if (event instanceof UserSiteEvent.Queued) {
                            request(next);
                          }
                        })
                    .thenReply(wake.replyTo(), next -> woken))
        .orElseGet(() -> Effect().reply(wake.replyTo(), woken));
  }

  private ReplyEffect<UserSiteEvent, UserSite> onFinish(UserSite site, Finish finish) {
    UUID uid = finish.uid();
    return site.finish(uid, finish.outcome(), context.now())
        .map(
            ended ->
                Effect()
                    .persist(ended)
                    .thenRun(
                        next -> {
                          context.meters().ended(finish.outcome());
                          context.channels().release(site.attempt().pool(), uid);
                        })
                    .thenReply(finish.replyTo(), next -> new Owners.Ended(uid, true)))
        .orElseGet(
            () -> {
              context.meters().stale();
              return Effect().reply(finish.replyTo(), new Owners.Ended(uid, false));
            });
  }

  private ReplyEffect<UserSiteEvent, UserSite> onDefine(UserSite site, Define define) {
    Woken woken = new Woken(owner);
    return site.define(
            collection().map(found -> found.policy().schedule()).orElse(null), context.now())
        .map(event -> Effect().persist(event).thenReply(define.replyTo(), next -> woken))
        .orElseGet(() -> Effect().reply(define.replyTo(), woken));
  }

  private ReplyEffect<UserSiteEvent, UserSite> onStarted(UserSite site, Started news) {
    started = news;
    return Effect().noReply();
  }

  private ReplyEffect<UserSiteEvent, UserSite> onGet(UserSite site, Get get) {
    boolean running = started != null && site.isCurrent(started.uid());
    return Effect().reply(get.replyTo(), new View(site, running ? started : null));
  }

  private void request(UserSite site) {
    context.channels().request(site.attempt().pool(), Waiting.of(site.attempt().task(owner)));
  }

  private Optional<Collection> collection() {
    return context.collection(CollectionId.parse(owner));
  }

  @Override
  public EventHandler<UserSite, UserSiteEvent> eventHandler() {
    return newEventHandlerBuilder().forAnyState().onAnyEvent((site, event) -> event.applyTo(site));
  }

  /** An attempt that was open asks for its channel again, and hears of it if it has one. */
  @Override
  public SignalHandler<UserSite> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            site -> {
              if (site.attempt() != null) {
                request(site);
              }
            })
        .build();
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(SNAPSHOT_EVERY, 1).withDeleteEventsOnSnapshot();
  }
}
