package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
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
import io.millrace.engine.Woken;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.flow.Waiting;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.token.Delivery.Target;
import io.millrace.engine.token.TokenMeters.Arriving;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The one owner of a token: it decides with {@link Token}, stores, then acts. */
public final class TokenEntity
    extends EventSourcedBehaviorWithEnforcedReplies<TokenEntity.Command, TokenEvent, Token> {

  public static final EntityTypeKey<Command> KEY = EntityTypeKey.create(Command.class, "token");

  /** What a token is asked and told. */
  public sealed interface Command extends Message {

    /** Of the jobs that this follows from. */
    default long version() {
      return 0;
    }
  }

  /** Something that its step waits for has happened; answered when that is stored. */
  public record Arrive(Arrival arrival, ActorRef<Woken> replyTo) implements Command {
    @Override
    public long version() {
      return arrival.version();
    }
  }

  /** Its due time may have come, or its job was changed. */
  public record Wake(ActorRef<Woken> replyTo) implements Command {}

  /** An attempt ended, says whoever ran it or wants it to end. */
  public record Finish(UUID uid, Outcome outcome, ActorRef<Owners.Ended> replyTo)
      implements Command {}

  /**
   * A person wants it to run.
   *
   * @param held whether the channel is asked for by whoever sends this, once others are stored too
   */
  public record Run(Urgency urgency, long version, boolean held, ActorRef<Ran> replyTo)
      implements Command {}

  /**
   * @param known false if its step is gone
   * @param task the task that is queued or running now; null if there is none, as for a join
   * @param created whether it was made by this very call
   * @param held the channel that is still to be asked for; null if there is none
   */
  public record Ran(boolean known, TaskId task, boolean created, HeldRequest held)
      implements Message {}

  /** What is asked of a pool, and has not been yet. */
  public record HeldRequest(String pool, Waiting waiting) {}

  /** What comes from these will come again. */
  public record Reset(List<String> sources, long version, ActorRef<Told> replyTo)
      implements Command {}

  /** A person wants its run to end. */
  public record Cancel(ActorRef<Told> replyTo) implements Command {}

  /** A person wants it to be as if nothing had ever arrived. */
  public record Clear(ActorRef<Told> replyTo) implements Command {}

  /** Its job or step was deleted. */
  public record Remove(ActorRef<Told> replyTo) implements Command {}

  /**
   * @param changed false if there was nothing to change
   */
  public record Told(boolean changed) implements Message {}

  /** How is it? */
  public record Get(ActorRef<View> replyTo) implements Command {}

  /** How it is. */
  public record View(Token token) implements Message {}

  /** Stops the entity, to passivate or to hand it over. */
  public enum Stop implements Command {
    INSTANCE
  }

  /** The same once more, now that this node knows the newest jobs. */
  private record Sure(Command command) implements Command {}

  private record Unsure(Throwable fault) implements Command {}

  record Brought(int tour, Target target, Throwable fault) implements Command {}

  enum SendAgain implements Command {
    INSTANCE
  }

  private static final int SNAPSHOT_EVERY = 20;

  private final ActorContext<Command> actor;
  private final TokenId id;
  private final TokenContext context;
  private final Courier courier;

  public static Behavior<Command> create(String owner, TokenContext context) {
    return Behaviors.setup(
        actor -> Behaviors.withTimers(timers -> new TokenEntity(actor, timers, owner, context)));
  }

  private TokenEntity(
      ActorContext<Command> actor,
      TimerScheduler<Command> timers,
      String owner,
      TokenContext context) {
    super(
        PersistenceId.of(KEY.name(), owner),
        SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.2));
    this.actor = actor;
    this.id = TokenId.parse(owner);
    this.context = context;
    this.courier = new Courier(actor, timers, context.arrivals());
  }

  @Override
  public Token emptyState() {
    return Token.NEW;
  }

  @Override
  public CommandHandlerWithReply<Command, TokenEvent, Token> commandHandler() {
    return newCommandHandlerWithReplyBuilder()
        .forAnyState()
        .onCommand(Stop.class, (token, stop) -> Effect().stop().thenNoReply())
        .onCommand(Get.class, (token, get) -> Effect().reply(get.replyTo(), new View(token)))
        .onCommand(Brought.class, this::onBrought)
        .onCommand(SendAgain.class, this::onSendAgain)
        .onCommand(Unsure.class, this::onUnsure)
        .onCommand(Sure.class, (token, sure) -> decide(token, sure.command(), true))
        .onAnyCommand((token, command) -> decide(token, command, false));
  }

  /**
   * @param sure whether this node has just looked for newer jobs
   */
  private ReplyEffect<TokenEvent, Token> decide(Token token, Command command, boolean sure) {
    long needed = Math.max(token.version(), command.version());
    if (!sure && needed > context.jobs().version()) {
      return decideLater(command);
    }
    Look look = context.look(id);
    if (command instanceof Arrive arrive) {
      return onArrive(token, arrive, look);
    } else if (command instanceof Wake wake) {
      return onWake(token, wake, look, sure);
    } else if (command instanceof Finish finish) {
      return onFinish(token, finish, look);
    } else if (command instanceof Run run) {
      return onRun(token, run, look);
    } else if (command instanceof Reset reset) {
      return told(token, token.reset(reset.sources(), look), reset.replyTo());
    } else if (command instanceof Cancel cancel) {
      return told(token, token.cancel(look), cancel.replyTo());
    } else if (command instanceof Clear clear) {
      return told(token, token.clear(look), clear.replyTo());
    } else if (command instanceof Remove remove) {
      return told(token, token.isNew() ? List.of() : token.remove(look), remove.replyTo());
    }
    return Effect().unhandled().thenNoReply();
  }

  /** Whoever waits for an answer to what cannot be decided asks again. */
  private ReplyEffect<TokenEvent, Token> decideLater(Command command) {
    actor.pipeToSelf(
        context.newest().get().thenApply(known -> command),
        (again, fault) -> fault == null ? new Sure(again) : new Unsure(fault));
    return Effect().noReply();
  }

  private ReplyEffect<TokenEvent, Token> onUnsure(Token token, Unsure unsure) {
    actor.getLog().warn("{} cannot decide: {}", id.owner(), unsure.fault().toString());
    return Effect().noReply();
  }

  private ReplyEffect<TokenEvent, Token> onArrive(Token token, Arrive arrive, Look look) {
    List<TokenEvent> events = token.arrive(arrive.arrival(), look);
    boolean known = token.arrivals().containsKey(arrive.arrival().source());
    context
        .meters()
        .arrived(!events.isEmpty() ? Arriving.COUNTED : known ? Arriving.KNOWN : Arriving.GONE);
    return stored(token, events, arrive.replyTo(), next -> new Woken(id.owner()));
  }

  /** Before it goes to sleep again, it makes sure to have heard of what it may be woken for. */
  private ReplyEffect<TokenEvent, Token> onWake(Token token, Wake wake, Look look, boolean sure) {
    List<TokenEvent> events = token.wake(look);
    if (!sure && events.stream().noneMatch(TokenEntity::isStart)) {
      return decideLater(wake);
    }
    if (token.activation() != null && token.activation().attempt() != null) {
      request(token); // not heard of for long: its request may be lost
    }
    return stored(token, events, wake.replyTo(), next -> new Woken(id.owner()));
  }

  private static boolean isStart(TokenEvent event) {
    return event instanceof TokenEvent.Queued || event instanceof TokenEvent.Passed;
  }

  private ReplyEffect<TokenEvent, Token> onFinish(Token token, Finish finish, Look look) {
    List<TokenEvent> events = token.finish(finish.uid(), finish.outcome(), look);
    if (events.isEmpty()) {
      context.meters().stale();
    }
    Owners.Ended reply = new Owners.Ended(finish.uid(), !events.isEmpty());
    return stored(token, events, finish.replyTo(), next -> reply);
  }

  private ReplyEffect<TokenEvent, Token> onRun(Token token, Run run, Look look) {
    List<TokenEvent> events = token.run(run.urgency(), look);
    boolean known = look.step().isPresent();
    return stored(
        token,
        events,
        run.held(),
        run.replyTo(),
        next -> {
          Attempt attempt = next.activation() == null ? null : next.activation().attempt();
          TaskId task = attempt == null ? null : attempt.taskId(id);
          boolean created = !events.isEmpty();
          boolean held = run.held() && created && attempt != null;
          return new Ran(known, task, created, held ? heldRequest(next) : null);
        });
  }

  private ReplyEffect<TokenEvent, Token> told(
      Token token, List<TokenEvent> events, ActorRef<Told> replyTo) {
    return stored(token, events, replyTo, next -> new Told(!events.isEmpty()));
  }

  private ReplyEffect<TokenEvent, Token> onBrought(Token token, Brought brought) {
    if (brought.fault() != null) {
      context.meters().undelivered();
    }
    if (!courier.brought(brought)) {
      return Effect().noReply();
    }
    return Effect()
        .persist(token.delivered(courier.carried()))
        .thenRun(
            next -> {
              courier.done();
              courier.carry(next);
            })
        .thenNoReply();
  }

  private ReplyEffect<TokenEvent, Token> onSendAgain(Token token, SendAgain again) {
    courier.sendAgain();
    return Effect().noReply();
  }

  /** Stores what happened, if anything did, then acts on it, then answers. */
  private <T> ReplyEffect<TokenEvent, Token> stored(
      Token token, List<TokenEvent> events, ActorRef<T> replyTo, Function<Token, T> reply) {
    return stored(token, events, false, replyTo, reply);
  }

  private <T> ReplyEffect<TokenEvent, Token> stored(
      Token was, List<TokenEvent> events, boolean held, ActorRef<T> to, Function<Token, T> reply) {
    return events.isEmpty()
        ? Effect().reply(to, reply.apply(was))
        : Effect()
            .persist(events)
            .thenRun((Token next) -> act(was, events, next, held))
            .thenReply(to, reply::apply);
  }

  private void act(Token before, List<TokenEvent> events, Token next, boolean held) {
    for (TokenEvent event : events) {
      if (event instanceof TokenEvent.Ended ended && ended.uid() != null) {
        context.meters().ended(ended.outcome());
        context.channels().release(before.activation().attempt().pool(), ended.uid());
      } else if (event instanceof TokenEvent.Queued && !held) {
        request(next);
      }
    }
    courier.carry(next);
  }

  private void request(Token token) {
    HeldRequest request = heldRequest(token);
    context.channels().request(request.pool(), request.waiting());
  }

  private HeldRequest heldRequest(Token token) {
    Activation run = token.activation();
    Waiting waiting =
        Waiting.of(run.attempt().task(id), run.urgency().order())
            .withSecretsOf(id.secretsOf(context.jobs()));
    return new HeldRequest(run.attempt().pool(), waiting);
  }

  @Override
  public EventHandler<Token, TokenEvent> eventHandler() {
    return newEventHandlerBuilder()
        .forAnyState()
        .onAnyEvent((token, event) -> event.applyTo(token));
  }

  /** What was under way goes on: an open attempt asks for its channel, and hears if it has one. */
  @Override
  public SignalHandler<Token> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            token -> {
              if (token.activation() != null && token.activation().attempt() != null) {
                request(token);
              }
              courier.startAnew(token);
            })
        .build();
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(SNAPSHOT_EVERY, 1).withDeleteEventsOnSnapshot();
  }
}
