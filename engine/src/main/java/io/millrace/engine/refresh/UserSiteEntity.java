package io.millrace.engine.refresh;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.javadsl.CommandHandlerWithReply;
import akka.persistence.typed.javadsl.CommandHandlerWithReplyBuilder;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehaviorWithEnforcedReplies;
import akka.persistence.typed.javadsl.ReplyEffect;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.Message;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The actor of a user-site. It decides with {@link UserSite}, stores the events, then acts. */
public final class UserSiteEntity
    extends EventSourcedBehaviorWithEnforcedReplies<
        UserSiteEntity.Command, UserSiteEvent, UserSite> {

  public static final EntityTypeKey<Command> KEY = EntityTypeKey.create(Command.class, "user-site");

  /** Messages to a user-site. */
  public sealed interface Command extends Message {}

  /**
   * Refresh now, unless a rule blocks it.
   *
   * @param plannedAt the minute of the plan that asks; null if another caller asks
   * @param facts its entry in the directory; null for a collection of a source
   */
  public record Refresh(
      TaskReason reason, Instant plannedAt, UserSiteFacts facts, ActorRef<RefreshReply> replyTo)
      implements Command {}

  /**
   * @param known false if there is no such user-site or collection
   * @param uid the attempt that is queued or running now; null if there is none
   * @param created whether this call created the attempt
   * @param skipped the rule that blocked the refresh; null if none did
   */
  public record RefreshReply(boolean known, UUID uid, boolean created, RefreshRule skipped)
      implements Message {}

  /**
   * Its due time may have come.
   *
   * @param facts its entry in the directory; null for a collection of a source
   */
  public record Wake(UserSiteFacts facts, ActorRef<Ack> replyTo) implements Command {}

  /** Its attempt was granted a channel. */
  public record AttemptStarted(UUID uid, Instant at, Instant deadline) implements Command {}

  /** The report that an attempt ended, or the request to end it. */
  public record EndAttempt(UUID uid, Outcome outcome, ActorRef<OwnerGateway.AttemptEnded> replyTo)
      implements Command {}

  /** Its definition may have changed: check it again. */
  public record CheckDefinition(ActorRef<Ack> replyTo) implements Command {}

  /** A person saved it, which enables it. */
  public record Save(ActorRef<Ack> replyTo) implements Command {}

  /**
   * A person disables it until it is saved again.
   *
   * @param reason the sentence for the user; empty for the default
   */
  public record Disable(String reason, ActorRef<UserSiteStateReply> replyTo) implements Command {}

  /** It was deleted. */
  public record Remove(ActorRef<Ack> replyTo) implements Command {}

  /** Asks for the state. */
  public record GetState(ActorRef<UserSiteStateReply> replyTo) implements Command {}

  /**
   * @param started when the current attempt started; null while it is queued, or idle
   * @param next the booked refresh; while an attempt runs, the one that follows if it never reports
   */
  public record UserSiteStateReply(UserSite userSite, AttemptStarted started, Booking next)
      implements Message {}

  /** Asks for the verdict of each rule on a refresh for that reason. */
  public record Explain(TaskReason reason, UserSiteFacts facts, ActorRef<ExplainReply> replyTo)
      implements Command {}

  /** The verdict of each rule, in order; empty if there is no such user-site or collection. */
  public record ExplainReply(UserSiteStateReply view, List<RefreshRule.RuleVerdict> verdicts)
      implements Message {}

  /** Stops the entity, to passivate or to hand it over. */
  public enum Stop implements Command {
    INSTANCE
  }

  private static final int SNAPSHOT_EVERY = 20;

  private final String owner;
  private final CollectionId id;
  private final UserSiteContext context;
  private final ActorRef<Command> self;

  /** The last start that the pool reported. Not stored here, because the pool has stored it. */
  private AttemptStarted started;

  public static Behavior<Command> create(String owner, UserSiteContext context) {
    return Behaviors.setup(actor -> new UserSiteEntity(owner, context, actor.getSelf()));
  }

  private UserSiteEntity(String owner, UserSiteContext context, ActorRef<Command> self) {
    super(
        PersistenceId.of(KEY.name(), owner),
        SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.2));
    this.owner = owner;
    this.id = CollectionId.parse(owner);
    this.context = context;
    this.self = self;
  }

  @Override
  public UserSite emptyState() {
    return UserSite.NEW;
  }

  @Override
  public CommandHandlerWithReply<Command, UserSiteEvent, UserSite> commandHandler() {
    CommandHandlerWithReplyBuilder<Command, UserSiteEvent, UserSite> handlers =
        newCommandHandlerWithReplyBuilder();
    handlers
        .forState(site -> site.goneSince() != null && definition().isPresent())
        .onAnyCommand(this::onReturn);
    handlers
        .forAnyState()
        .onCommand(Refresh.class, this::onRefresh)
        .onCommand(Wake.class, this::onWake)
        .onCommand(AttemptStarted.class, this::onStarted)
        .onCommand(EndAttempt.class, this::onEndAttempt)
        .onCommand(CheckDefinition.class, this::onCheckDefinition)
        .onCommand(Save.class, this::onSave)
        .onCommand(Disable.class, this::onDisable)
        .onCommand(Remove.class, this::onRemove)
        .onCommand(GetState.class, (site, get) -> Effect().reply(get.replyTo(), stateReply(site)))
        .onCommand(Explain.class, this::onExplain)
        .onCommand(Stop.class, (site, stop) -> Effect().stop().thenNoReply());
    return handlers.build();
  }

  /** It was put back into the sources: it resumes its state, then handles the command. */
  private ReplyEffect<UserSiteEvent, UserSite> onReturn(UserSite site, Command command) {
    return Effect()
        .persist(site.define(definition().orElseThrow().policy(), context.now()).orElseThrow())
        .thenRun(next -> self.tell(command))
        .thenNoReply();
  }

  private ReplyEffect<UserSiteEvent, UserSite> onRefresh(UserSite site, Refresh refresh) {
    Optional<SourceCollection> collection = collection(refresh.facts());
    if (collection.isEmpty()) {
      return Effect().reply(refresh.replyTo(), new RefreshReply(false, null, false, null));
    }
    Instant now = context.now();
    RefreshDecision answer =
        site.refresh(
            collection.get(),
            decisionContext(site, refresh.facts(), now),
            refresh.reason(),
            refresh.plannedAt(),
            context.newUid(),
            now);
    RefreshReply reply = new RefreshReply(true, answer.uid(), answer.created(), answer.skipped());
    return persistAndReply(
        answer.event().stream().toList(),
        next -> {
          context.meters().refreshed(answer.event().orElseThrow());
          if (answer.created()) {
            requestChannel(next);
          }
        },
        refresh.replyTo(),
        reply);
  }

  private ReplyEffect<UserSiteEvent, UserSite> onWake(UserSite site, Wake wake) {
    Instant now = context.now();
    Optional<UserSiteEvent> event =
        context.isDeleted(id, wake.facts())
            ? site.forget()
            : definition()
                .flatMap(
                    found ->
                        site.wake(
                            found,
                            decisionContext(site, wake.facts(), now),
                            context.newUid(),
                            now));
    return persistAndReply(
        event.stream().toList(),
        next -> {
          context.meters().woken(event.orElseThrow(), site.refreshAt(), now);
          if (next.attempt() != null) {
            // For a new attempt, or for an old one without a report, whose request may be lost.
            requestChannel(next);
          }
        },
        wake.replyTo(),
        new Ack(owner));
  }

  private ReplyEffect<UserSiteEvent, UserSite> onEndAttempt(UserSite site, EndAttempt finish) {
    UUID uid = finish.uid();
    Policy policy = definition().map(SourceCollection::policy).orElse(null);
    Optional<UserSiteEvent> ended = site.endAttempt(uid, finish.outcome(), policy, context.now());
    if (ended.isEmpty()) {
      context.meters().stale();
    }
    return persistAndReply(
        ended.map(site::hiddenWhileGone).orElse(List.of()),
        next -> {
          context.meters().ended((UserSiteEvent.Ended) ended.orElseThrow());
          context.channels().release(site.attempt().pool(), uid);
        },
        finish.replyTo(),
        new OwnerGateway.AttemptEnded(uid, ended.isPresent()));
  }

  private ReplyEffect<UserSiteEvent, UserSite> onCheckDefinition(
      UserSite site, CheckDefinition define) {
    return persistAndReply(
        definition()
            .map(found -> site.define(found.policy(), context.now()))
            .orElseGet(() -> site.undefine(context.now())),
        define.replyTo());
  }

  private ReplyEffect<UserSiteEvent, UserSite> onSave(UserSite site, Save save) {
    return persistAndReply(
        definition().flatMap(found -> site.save(found.policy(), context.now())), save.replyTo());
  }

  private ReplyEffect<UserSiteEvent, UserSite> onDisable(UserSite site, Disable disable) {
    String given = disable.reason();
    String reason = given.isBlank() ? policy().messages().sentenceFor(FailureKind.DISABLED) : given;
    return site.disable(reason, context.now())
        .map(event -> Effect().persist(event).thenReply(disable.replyTo(), this::stateReply))
        .orElseGet(() -> Effect().reply(disable.replyTo(), stateReply(site)));
  }

  private ReplyEffect<UserSiteEvent, UserSite> onRemove(UserSite site, Remove remove) {
    return Effect()
        .persist(site.remove(context.now()))
        .thenRun(
            next -> {
              if (site.attempt() != null) {
                context.channels().release(site.attempt().pool(), site.attempt().uid());
              }
            })
        .thenReply(remove.replyTo(), next -> new Ack(owner));
  }

  private ReplyEffect<UserSiteEvent, UserSite> onStarted(UserSite site, AttemptStarted news) {
    started = news;
    return Effect().noReply();
  }

  private ReplyEffect<UserSiteEvent, UserSite> onExplain(UserSite site, Explain explain) {
    List<RefreshRule.RuleVerdict> verdicts =
        collection(explain.facts()).isEmpty()
            ? List.of()
            : decisionContext(site, explain.facts(), context.now()).verdicts(explain.reason());
    return Effect().reply(explain.replyTo(), new ExplainReply(stateReply(site), verdicts));
  }

  private UserSiteStateReply stateReply(UserSite site) {
    if (started == null || !site.isCurrent(started.uid())) {
      return new UserSiteStateReply(
          site, null, site.goneSince() == null ? site.booking() : Booking.NONE);
    }
    return new UserSiteStateReply(
        site, started, site.attempt().worstCaseBooking(policy(), started.at()));
  }

  private Policy policy() {
    return definition().map(SourceCollection::policy).orElse(Policy.DEFAULT);
  }

  private ReplyEffect<UserSiteEvent, UserSite> persistAndReply(
      Optional<UserSiteEvent> event, ActorRef<Ack> replyTo) {
    return persistAndReply(event.stream().toList(), next -> {}, replyTo, new Ack(owner));
  }

  /** Stores the events, if there are any, then acts, then replies. */
  private <T> ReplyEffect<UserSiteEvent, UserSite> persistAndReply(
      List<UserSiteEvent> events, Consumer<UserSite> act, ActorRef<T> replyTo, T reply) {
    return events.isEmpty()
        ? Effect().reply(replyTo, reply)
        : Effect().persist(events).thenRun(act::accept).thenReply(replyTo, next -> reply);
  }

  private RefreshDecisionContext decisionContext(UserSite site, UserSiteFacts facts, Instant now) {
    return new RefreshDecisionContext(
        site, context.site(id).orElse(null), facts, context.throttling(), now);
  }

  private void requestChannel(UserSite site) {
    WaitingTask waiting =
        WaitingTask.of(site.attempt().toTask(owner, null))
            .withSecretsOf(definition().map(found -> found.work().secretsProject()).orElse(null));
    context.channels().request(site.attempt().pool(), waiting);
  }

  private Optional<SourceCollection> definition() {
    return context.definitions().find(id);
  }

  private Optional<SourceCollection> collection(UserSiteFacts facts) {
    return context.isDeleted(id, facts) ? Optional.empty() : definition();
  }

  @Override
  public EventHandler<UserSite, UserSiteEvent> eventHandler() {
    return newEventHandlerBuilder().forAnyState().onAnyEvent((site, event) -> event.applyTo(site));
  }

  /** Requests the channel of an open attempt again. The pool replies if it is already granted. */
  @Override
  public SignalHandler<UserSite> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            site -> {
              if (site.attempt() != null) {
                requestChannel(site);
              }
            })
        .build();
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(SNAPSHOT_EVERY, 1).withDeleteEventsOnSnapshot();
  }
}
