package io.millrace.engine.refresh;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
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
import io.millrace.engine.message.ActorRestart;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteCommand.AttemptStarted;
import io.millrace.engine.refresh.UserSiteCommand.CheckDefinition;
import io.millrace.engine.refresh.UserSiteCommand.Disable;
import io.millrace.engine.refresh.UserSiteCommand.EndAttempt;
import io.millrace.engine.refresh.UserSiteCommand.Explain;
import io.millrace.engine.refresh.UserSiteCommand.ExplainReply;
import io.millrace.engine.refresh.UserSiteCommand.GetState;
import io.millrace.engine.refresh.UserSiteCommand.Refresh;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.refresh.UserSiteCommand.Remove;
import io.millrace.engine.refresh.UserSiteCommand.Save;
import io.millrace.engine.refresh.UserSiteCommand.Stop;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.refresh.UserSiteCommand.Wake;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The actor of a user-site. It decides with {@link UserSite}, stores the events, then acts. */
public final class UserSiteEntity
    extends EventSourcedBehaviorWithEnforcedReplies<UserSiteCommand, UserSiteEvent, UserSite> {

  public static final EntityTypeKey<UserSiteCommand> KEY =
      EntityTypeKey.create(UserSiteCommand.class, "user-site");

  private static final int SNAPSHOT_EVERY = 20;

  private final String owner;
  private final CollectionId id;
  private final UserSiteContext context;
  private final ActorRef<UserSiteCommand> self;

  public static Behavior<UserSiteCommand> create(String owner, UserSiteContext context) {
    return Behaviors.setup(actor -> new UserSiteEntity(owner, context, actor.getSelf()));
  }

  private UserSiteEntity(String owner, UserSiteContext context, ActorRef<UserSiteCommand> self) {
    super(
        PersistenceId.of(KEY.name(), owner), ActorRestart.afterPausesUpTo(Duration.ofSeconds(10)));
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
  public CommandHandlerWithReply<UserSiteCommand, UserSiteEvent, UserSite> commandHandler() {
    CommandHandlerWithReplyBuilder<UserSiteCommand, UserSiteEvent, UserSite> handlers =
        newCommandHandlerWithReplyBuilder();
    handlers
        .forState(site -> site.goneSince() != null && definition().isPresent())
        .onAnyCommand(this::onReturn);
    handlers
        .forAnyState()
        .onCommand(Refresh.class, this::onRefresh)
        .onCommand(Wake.class, this::onWake)
        .onCommand(AttemptStarted.class, (site, old) -> Effect().noReply())
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
  private ReplyEffect<UserSiteEvent, UserSite> onReturn(UserSite site, UserSiteCommand command) {
    return Effect()
        .persist(site.define(definition().orElseThrow().policy(), context.now()).orElseThrow())
        .thenRun(next -> self.tell(command))
        .thenNoReply();
  }

  private ReplyEffect<UserSiteEvent, UserSite> onRefresh(UserSite site, Refresh refresh) {
    Instant now = context.now();
    RefreshDecisionContext look = decisionContext(site, refresh.facts(), now);
    Optional<SourceCollection> collection = collection(look);
    if (collection.isEmpty()) {
      return Effect().reply(refresh.replyTo(), new RefreshReply(false, null, false, null));
    }
    RefreshDecision answer =
        site.refresh(
            collection.get(), look, refresh.reason(), refresh.plannedAt(), context.newUid(), now);
    RefreshReply reply = new RefreshReply(true, answer.uid(), answer.created(), answer.skipped());
    return persistAndReply(
        answer.event().stream().toList(),
        next -> {
          context.meters().refreshed(answer.event().orElseThrow());
          if (answer.created()) {
            requestChannel(next, collection);
          }
        },
        refresh.replyTo(),
        reply);
  }

  private ReplyEffect<UserSiteEvent, UserSite> onWake(UserSite site, Wake wake) {
    Instant now = context.now();
    RefreshDecisionContext look = decisionContext(site, wake.facts(), now);
    Optional<SourceCollection> definition = definition();
    Optional<UserSiteEvent> event =
        look.isDeleted()
            ? site.forget()
            : definition.flatMap(found -> site.wake(found, look, context.newUid(), now));
    return persistAndReply(
        event.stream().toList(),
        next -> {
          context.meters().woken(event.orElseThrow(), site.refreshAt(), now);
          // For a new attempt, or for an old one without a report, whose request may be lost.
          requestChannel(next, definition);
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
    Attempt attempt = site.attempt();
    return persistAndReply(
        ended.map(site::hiddenWhileGone).orElse(List.of()),
        next -> {
          context.meters().ended((UserSiteEvent.Ended) ended.orElseThrow());
          if (attempt != null) {
            context.channels().release(attempt.pool(), uid, finish.byWorker());
          }
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
    Attempt attempt = site.attempt();
    return Effect()
        .persist(site.remove(context.now()))
        .thenRun(
            next -> {
              if (attempt != null) {
                context.channels().release(attempt.pool(), attempt.uid(), false);
              }
            })
        .thenReply(remove.replyTo(), next -> new Ack(owner));
  }

  private ReplyEffect<UserSiteEvent, UserSite> onExplain(UserSite site, Explain explain) {
    RefreshDecisionContext look = decisionContext(site, explain.facts(), context.now());
    List<RefreshRule.RuleVerdict> verdicts =
        collection(look).isEmpty() ? List.of() : look.verdicts(explain.reason());
    return Effect().reply(explain.replyTo(), new ExplainReply(stateReply(site), verdicts));
  }

  private UserSiteStateReply stateReply(UserSite site) {
    return new UserSiteStateReply(
        site, null, site.goneSince() == null ? site.booking() : Booking.NONE);
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

  private RefreshDecisionContext decisionContext(
      UserSite site, @Nullable UserSiteFacts facts, Instant now) {
    return new RefreshDecisionContext(
        site, context.site(id).orElse(null), facts, context.throttling(), now);
  }

  /** Requests the channel of the open attempt, if there is one. */
  private void requestChannel(UserSite site, Optional<SourceCollection> definition) {
    Attempt attempt = site.attempt();
    if (attempt != null) {
      WaitingTask waiting =
          WaitingTask.of(attempt.toTask(id.taskId(attempt.uid()), null, null))
              .withSecretsOf(definition.map(found -> found.work().secretsProject()).orElse(null));
      context.channels().request(attempt.pool(), waiting);
    }
  }

  private Optional<SourceCollection> definition() {
    return context.definitions().find(id);
  }

  private Optional<SourceCollection> collection(RefreshDecisionContext look) {
    return look.isDeleted() ? Optional.empty() : definition();
  }

  @Override
  public EventHandler<UserSite, UserSiteEvent> eventHandler() {
    return newEventHandlerBuilder().forAnyState().onAnyEvent((site, event) -> event.applyTo(site));
  }

  /** Requests the channel of an open attempt again. The pool may have lost the first request. */
  @Override
  public SignalHandler<UserSite> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), site -> requestChannel(site, definition()))
        .build();
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(SNAPSHOT_EVERY, 1).withDeleteEventsOnSnapshot();
  }
}
