package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.message.Ack;
import io.millrace.engine.task.Uids;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Tokens as real entities on a real journal, without a cluster. Each starts on its first message.
 */
public final class LocalTokens implements TokenGateway, ArrivalSender {
  private final JournalKit journal;
  private final TokenContext context;
  private final Map<String, ActorRef<TokenCommand>> awake = new ConcurrentHashMap<>();
  final MeterRegistry meters = new SimpleMeterRegistry();

  /**
   * @param arrivals sends arrivals between tokens; null = directly
   */
  public LocalTokens(
      JournalKit journal,
      Clock clock,
      Jobs jobs,
      Supplier<CompletionStage<?>> newest,
      PoolGateway channels,
      ArrivalSender arrivals) {
    this.journal = journal;
    this.context =
        new TokenContext(
            channels,
            jobs,
            newest,
            arrivals == null ? this : arrivals,
            clock,
            Uids.generator(clock),
            new TokenMeters(meters));
  }

  ActorRef<TokenCommand> ref(String owner) {
    return awake.computeIfAbsent(
        owner, name -> journal.actors.spawn(TokenEntity.create(name, context)));
  }

  /** The token is passivated, or its node is lost: only its stored state is left. */
  void stop(String owner) {
    ActorRef<TokenCommand> ref = awake.remove(owner);
    if (ref != null) {
      journal.actors.stop(ref);
    }
  }

  /** Runs on another thread than the actor's: starting a token may block. */
  @Override
  public <T> CompletionStage<T> ask(String owner, Function<ActorRef<T>, TokenCommand> message) {
    return CompletableFuture.supplyAsync(() -> ref(owner))
        .thenCompose(
            ref ->
                AskPattern.ask(
                    ref,
                    message::apply,
                    Duration.ofSeconds(10),
                    journal.actors.system().scheduler()));
  }

  @Override
  public CompletionStage<Void> sendArrival(TokenId token, Arrival arrival) {
    return this.<Ack>ask(token.owner(), replyTo -> new TokenCommand.Arrive(arrival, replyTo))
        .thenApply(stored -> null);
  }
}
