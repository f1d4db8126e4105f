package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.message.Ack;
import io.millrace.engine.owner.OwnerActor;
import io.millrace.engine.owner.OwnerEffect;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import io.millrace.engine.token.TokenCommand.Arrive;
import io.millrace.engine.token.TokenCommand.Cancel;
import io.millrace.engine.token.TokenCommand.ChangeReply;
import io.millrace.engine.token.TokenCommand.Clear;
import io.millrace.engine.token.TokenCommand.EndAttempt;
import io.millrace.engine.token.TokenCommand.GetState;
import io.millrace.engine.token.TokenCommand.HeldRequest;
import io.millrace.engine.token.TokenCommand.Remove;
import io.millrace.engine.token.TokenCommand.ResetSources;
import io.millrace.engine.token.TokenCommand.RunByHand;
import io.millrace.engine.token.TokenCommand.RunReply;
import io.millrace.engine.token.TokenCommand.Stop;
import io.millrace.engine.token.TokenCommand.TokenStateReply;
import io.millrace.engine.token.TokenCommand.Wake;
import io.millrace.engine.token.TokenMeters.ArrivalResult;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The actor of a token. It decides with {@link Token}, stores the result, then acts. */
public final class TokenEntity extends OwnerActor<TokenCommand, TokenEvent, Token> {

  public static final EntityTypeKey<TokenCommand> KEY =
      EntityTypeKey.create(TokenCommand.class, "token");

  /** Handles a command again, now that this node knows the newest jobs. */
  private record DecideWithNewestJobs(TokenCommand command) implements TokenCommand {}

  private record NewestJobsUnknown(Throwable fault) implements TokenCommand {}

  record TargetResult(int tour, ArrivalTarget target, @Nullable Throwable fault)
      implements TokenCommand {}

  enum ResendFailed implements TokenCommand {
    INSTANCE
  }

  private final ActorContext<Object> actor;
  private final TokenId id;
  private final TokenContext context;
  private final DownstreamSender downstream;

  public static Behavior<TokenCommand> create(String owner, TokenContext context) {
    return Behaviors.<Object>setup(
            actor -> Behaviors.withTimers(timers -> new TokenEntity(actor, timers, owner, context)))
        .narrow();
  }

  private TokenEntity(
      ActorContext<Object> actor,
      TimerScheduler<Object> timers,
      String owner,
      TokenContext context) {
    super(actor, KEY.name(), owner, Stop.INSTANCE);
    this.actor = actor;
    this.id = TokenId.parse(owner);
    this.context = context;
    this.downstream = new DownstreamSender(actor, timers, context.arrivals());
  }

  @Override
  protected Token emptyState() {
    return Token.NEW;
  }

  @Override
  protected Token apply(Token token, TokenEvent event) {
    return event.applyTo(token);
  }

  /** Resumes an open attempt and its deliveries. The attempt requests its channel again. */
  @Override
  protected void onLoaded(Token token) {
    if (token.openAttempt() != null) {
      requestChannel(token, context.decisionContext(id));
    }
    downstream.restart(token);
  }

  @Override
  protected OwnerEffect<TokenEvent, Token> decide(Token token, TokenCommand command) {
    if (command instanceof GetState get) {
      return OwnerEffect.reply(get.replyTo(), new TokenStateReply(token));
    } else if (command instanceof TargetResult result) {
      return onTargetResult(token, result);
    } else if (command == ResendFailed.INSTANCE) {
      downstream.resendFailed();
      return OwnerEffect.noReply();
    } else if (command instanceof NewestJobsUnknown unsure) {
      return onNewestJobsUnknown(unsure);
    } else if (command instanceof DecideWithNewestJobs sure) {
      return decide(token, sure.command(), true);
    }
    return decide(token, command, false);
  }

  /**
   * @param sure whether this node has just read the newest jobs
   */
  private OwnerEffect<TokenEvent, Token> decide(Token token, TokenCommand command, boolean sure) {
    long needed = Math.max(token.version(), command.version());
    if (!sure && needed > context.jobs().version()) {
      return decideLater(command);
    }
    TokenDecisionContext look = context.decisionContext(id, command.wakeTime());
    if (command instanceof Arrive arrive) {
      return onArrive(token, arrive, look);
    } else if (command instanceof Wake wake) {
      return onWake(token, wake, look, sure);
    } else if (command instanceof EndAttempt finish) {
      return onEndAttempt(token, finish, look);
    } else if (command instanceof RunByHand run) {
      return onRunByHand(token, run, look);
    } else if (command instanceof ResetSources reset) {
      return changeAndReply(
          token, reset, look, token.reset(reset.sources(), look), reset.replyTo());
    } else if (command instanceof Cancel cancel) {
      return changeAndReply(token, cancel, look, token.cancel(look), cancel.replyTo());
    } else if (command instanceof Clear clear) {
      return changeAndReply(token, clear, look, token.clear(look), clear.replyTo());
    } else if (command instanceof Remove remove) {
      return changeAndReply(
          token, remove, look, token.isNew() ? List.of() : token.remove(look), remove.replyTo());
    }
    return OwnerEffect.noReply();
  }

  /** Reads the newest jobs first. If that fails, there is no reply, and the sender asks again. */
  private OwnerEffect<TokenEvent, Token> decideLater(TokenCommand command) {
    actor.pipeToSelf(
        context.newest().get().thenApply(known -> command),
        (again, fault) ->
            fault == null ? new DecideWithNewestJobs(again) : new NewestJobsUnknown(fault));
    return OwnerEffect.noReply();
  }

  private OwnerEffect<TokenEvent, Token> onNewestJobsUnknown(NewestJobsUnknown unsure) {
    // No stack trace: while the database is away, every woken token logs this.
    actor
        .getLog()
        .warn(
            "{} cannot decide without the newest jobs: {}", id.owner(), unsure.fault().toString());
    return OwnerEffect.noReply();
  }

  private OwnerEffect<TokenEvent, Token> onArrive(
      Token token, Arrive arrive, TokenDecisionContext look) {
    List<TokenEvent> events = token.arrive(arrive.arrival(), look);
    boolean known = token.arrivals().containsKey(arrive.arrival().source());
    context
        .meters()
        .arrived(
            !events.isEmpty()
                ? ArrivalResult.COUNTED
                : known ? ArrivalResult.KNOWN : ArrivalResult.GONE);
    return persistAndReply(
        token, arrive, look, events, arrive.replyTo(), next -> new Ack(id.owner()));
  }

  /** If nothing starts, it reads the newest jobs first: a change may be why it was woken. */
  private OwnerEffect<TokenEvent, Token> onWake(
      Token token, Wake wake, TokenDecisionContext look, boolean sure) {
    List<TokenEvent> events = token.wake(look);
    if (!sure && events.stream().noneMatch(TokenEntity::isStart)) {
      return decideLater(wake);
    }
    requestChannel(token, look); // without a report for long: its request may be lost
    return persistAndReply(token, wake, look, events, wake.replyTo(), next -> new Ack(id.owner()));
  }

  private static boolean isStart(TokenEvent event) {
    return event instanceof TokenEvent.Queued || event instanceof TokenEvent.Passed;
  }

  private OwnerEffect<TokenEvent, Token> onEndAttempt(
      Token token, EndAttempt finish, TokenDecisionContext look) {
    List<TokenEvent> events = token.endAttempt(finish.uid(), finish.outcome(), look);
    if (events.isEmpty()) {
      context.meters().stale();
    }
    OwnerGateway.AttemptEnded reply =
        new OwnerGateway.AttemptEnded(finish.uid(), !events.isEmpty());
    return persistAndReply(token, finish, look, events, finish.replyTo(), next -> reply);
  }

  private OwnerEffect<TokenEvent, Token> onRunByHand(
      Token token, RunByHand run, TokenDecisionContext look) {
    List<TokenEvent> events = token.run(run.urgency(), look);
    boolean known = look.step().isPresent();
    return persistAndReply(
        token,
        run,
        look,
        events,
        run.replyTo(),
        next -> {
          Attempt attempt = next.openAttempt();
          TaskId task = attempt == null ? null : id.task(attempt).id();
          boolean created = !events.isEmpty();
          boolean held = run.held() && created && attempt != null;
          return new RunReply(known, task, created, held ? heldRequest(next, look) : null);
        });
  }

  private OwnerEffect<TokenEvent, Token> changeAndReply(
      Token token,
      TokenCommand command,
      TokenDecisionContext look,
      List<TokenEvent> events,
      ActorRef<ChangeReply> replyTo) {
    return persistAndReply(
        token, command, look, events, replyTo, next -> new ChangeReply(!events.isEmpty()));
  }

  private OwnerEffect<TokenEvent, Token> onTargetResult(Token token, TargetResult brought) {
    if (brought.fault() != null) {
      context.meters().undelivered();
    }
    boolean toAll = downstream.onTargetResult(brought);
    DownstreamDelivery delivery = downstream.current();
    if (!toAll || delivery == null) {
      return OwnerEffect.noReply();
    }
    return new OwnerEffect<>(
        token.delivered(delivery),
        next -> {
          downstream.clear();
          downstream.sendOldest(next);
        });
  }

  /** Stores the events, if there are any, then acts, then replies. */
  private <T> OwnerEffect<TokenEvent, Token> persistAndReply(
      Token was,
      TokenCommand command,
      TokenDecisionContext look,
      List<TokenEvent> events,
      ActorRef<T> to,
      Function<Token, T> reply) {
    return events.isEmpty()
        ? OwnerEffect.reply(to, reply.apply(was))
        : new OwnerEffect<>(
            events,
            next -> {
              actOnEvents(was, command, look, events, next);
              to.tell(reply.apply(next));
            });
  }

  private void actOnEvents(
      Token before,
      TokenCommand command,
      TokenDecisionContext look,
      List<TokenEvent> events,
      Token next) {
    Attempt open = before.openAttempt();
    for (TokenEvent event : events) {
      if (event instanceof TokenEvent.Ended ended && ended.uid() != null && open != null) {
        context.meters().ended(ended.outcome());
        context.channels().release(open.pool(), open.uid(), command.byWorker());
      } else if (event instanceof TokenEvent.Queued && !command.held()) {
        requestChannel(next, look);
      }
    }
    downstream.sendOldest(next);
  }

  /** Requests the channel of the open attempt, if there is one. */
  private void requestChannel(Token token, TokenDecisionContext look) {
    HeldRequest request = heldRequest(token, look);
    if (request != null) {
      context.channels().request(request.pool(), request.waiting());
    }
  }

  private @Nullable HeldRequest heldRequest(Token token, TokenDecisionContext look) {
    Activation run = token.activation();
    Attempt attempt = token.openAttempt();
    if (run == null || attempt == null) {
      return null;
    }
    WaitingTask waiting =
        WaitingTask.of(id.task(attempt), run.urgency().order())
            .withSecretsOf(look.secretsProject());
    return new HeldRequest(attempt.pool(), waiting);
  }
}
