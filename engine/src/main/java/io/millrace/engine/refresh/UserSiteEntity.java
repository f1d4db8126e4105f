package io.millrace.engine.refresh;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.message.Ack;
import io.millrace.engine.owner.OwnerActor;
import io.millrace.engine.owner.OwnerEffect;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.WakeTime;
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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The actor of a user-site. It decides with {@link UserSite}, stores the result, then acts. */
public final class UserSiteEntity extends OwnerActor<UserSiteCommand, UserSiteEvent, UserSite> {

  public static final EntityTypeKey<UserSiteCommand> KEY =
      EntityTypeKey.create(UserSiteCommand.class, "user-site");

  private final String owner;
  private final CollectionId id;
  private final UserSiteContext context;
  private final ActorRef<UserSiteCommand> self;

  public static Behavior<UserSiteCommand> create(String owner, UserSiteContext context) {
    return Behaviors.<Object>setup(actor -> new UserSiteEntity(actor, owner, context)).narrow();
  }

  private UserSiteEntity(ActorContext<Object> actor, String owner, UserSiteContext context) {
    super(actor, KEY.name(), owner, Stop.INSTANCE);
    this.owner = owner;
    this.id = CollectionId.parse(owner);
    this.context = context;
    this.self = actor.getSelf().narrow();
  }

  @Override
  protected UserSite emptyState() {
    return UserSite.NEW;
  }

  @Override
  protected UserSite apply(UserSite site, UserSiteEvent event) {
    return event.applyTo(site);
  }

  /** Requests the channel of an open attempt again. The pool may have lost the first request. */
  @Override
  protected void onLoaded(UserSite site) {
    if (site.attempt() != null) {
      requestChannel(site, definition());
    }
  }

  @Override
  protected OwnerEffect<UserSiteEvent, UserSite> decide(UserSite site, UserSiteCommand command) {
    if (site.goneSince() != null && definition().isPresent()) {
      return onReturn(site, command);
    } else if (command instanceof Refresh refresh) {
      return onRefresh(site, refresh);
    } else if (command instanceof Wake wake) {
      return onWake(site, wake);
    } else if (command instanceof EndAttempt finish) {
      return onEndAttempt(site, finish);
    } else if (command instanceof CheckDefinition define) {
      return onCheckDefinition(site, define);
    } else if (command instanceof Save save) {
      return onSave(site, save);
    } else if (command instanceof Disable disable) {
      return onDisable(site, disable);
    } else if (command instanceof Remove remove) {
      return onRemove(site, remove);
    } else if (command instanceof GetState get) {
      return OwnerEffect.reply(get.replyTo(), stateReply(site));
    } else if (command instanceof Explain explain) {
      return onExplain(site, explain);
    }
    return OwnerEffect.noReply();
  }

  /** It was put back into the sources: it resumes its state, then handles the command. */
  private OwnerEffect<UserSiteEvent, UserSite> onReturn(UserSite site, UserSiteCommand command) {
    UserSiteEvent returned =
        site.define(definition().orElseThrow().policy(), context.now()).orElseThrow();
    return new OwnerEffect<>(List.of(returned), next -> self.tell(command));
  }

  private OwnerEffect<UserSiteEvent, UserSite> onRefresh(UserSite site, Refresh refresh) {
    Instant now = context.now();
    RefreshDecisionContext look = decisionContext(site, refresh.facts(), now);
    Optional<SourceCollection> collection = collection(look);
    if (collection.isEmpty()) {
      return OwnerEffect.reply(refresh.replyTo(), new RefreshReply(false, null, false, null));
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

  private OwnerEffect<UserSiteEvent, UserSite> onWake(UserSite site, Wake wake) {
    Instant now = WakeTime.of(wake.dueAt(), context.now());
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

  private OwnerEffect<UserSiteEvent, UserSite> onEndAttempt(UserSite site, EndAttempt finish) {
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

  private OwnerEffect<UserSiteEvent, UserSite> onCheckDefinition(
      UserSite site, CheckDefinition define) {
    return persistAndReply(
        definition()
            .map(found -> site.define(found.policy(), context.now()))
            .orElseGet(() -> site.undefine(context.now())),
        define.replyTo());
  }

  private OwnerEffect<UserSiteEvent, UserSite> onSave(UserSite site, Save save) {
    return persistAndReply(
        definition().flatMap(found -> site.save(found.policy(), context.now())), save.replyTo());
  }

  private OwnerEffect<UserSiteEvent, UserSite> onDisable(UserSite site, Disable disable) {
    String given = disable.reason();
    String reason = given.isBlank() ? policy().messages().sentenceFor(FailureKind.DISABLED) : given;
    return new OwnerEffect<>(
        site.disable(reason, context.now()).stream().toList(),
        next -> disable.replyTo().tell(stateReply(next)));
  }

  private OwnerEffect<UserSiteEvent, UserSite> onRemove(UserSite site, Remove remove) {
    Attempt attempt = site.attempt();
    return persistAndReply(
        site.remove(context.now()),
        next -> {
          if (attempt != null) {
            context.channels().release(attempt.pool(), attempt.uid(), false);
          }
        },
        remove.replyTo(),
        new Ack(owner));
  }

  private OwnerEffect<UserSiteEvent, UserSite> onExplain(UserSite site, Explain explain) {
    RefreshDecisionContext look = decisionContext(site, explain.facts(), context.now());
    List<RefreshRule.RuleVerdict> verdicts =
        collection(look).isEmpty() ? List.of() : look.verdicts(explain.reason());
    return OwnerEffect.reply(explain.replyTo(), new ExplainReply(stateReply(site), verdicts));
  }

  private UserSiteStateReply stateReply(UserSite site) {
    return new UserSiteStateReply(
        site, null, site.goneSince() == null ? site.booking() : Booking.NONE);
  }

  private Policy policy() {
    return definition().map(SourceCollection::policy).orElse(Policy.DEFAULT);
  }

  private OwnerEffect<UserSiteEvent, UserSite> persistAndReply(
      Optional<UserSiteEvent> event, ActorRef<Ack> replyTo) {
    return persistAndReply(event.stream().toList(), next -> {}, replyTo, new Ack(owner));
  }

  /** Stores the events, if there are any, then acts, then replies. */
  private <T> OwnerEffect<UserSiteEvent, UserSite> persistAndReply(
      List<UserSiteEvent> events, Consumer<UserSite> act, ActorRef<T> replyTo, T reply) {
    return events.isEmpty()
        ? OwnerEffect.reply(replyTo, reply)
        : new OwnerEffect<>(
            events,
            next -> {
              act.accept(next);
              replyTo.tell(reply);
            });
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
}
