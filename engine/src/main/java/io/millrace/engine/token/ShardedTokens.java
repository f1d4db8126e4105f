package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.RetryingAsk;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Sends messages to any token, on whichever node it is hosted. */
public final class ShardedTokens implements OwnerGateway, ArrivalSender, TokenGateway {
  private final ClusterSharding sharding;
  private final RetryingAsk retrying;

  public ShardedTokens(ActorSystem<?> system, Duration askTimeout) {
    this.sharding = ClusterSharding.get(system);
    this.retrying = new RetryingAsk(system, askTimeout);
  }

  /** Starts to host tokens on this node. */
  public void host(TokenContext context) {
    sharding.init(
        Entity.of(TokenEntity.KEY, entity -> TokenEntity.create(entity.getEntityId(), context))
            .withStopMessage(TokenCommand.Stop.INSTANCE));
  }

  private EntityRef<TokenCommand> ref(String owner) {
    return sharding.entityRefFor(TokenEntity.KEY, owner);
  }

  /** Wakes a token because its due time may have come. */
  public void wake(String owner, Instant dueAt, ActorRef<Ack> replyTo) {
    ref(owner).tell(new TokenCommand.Wake(replyTo, dueAt));
  }

  @Override
  public <T> CompletionStage<T> ask(String owner, Function<ActorRef<T>, TokenCommand> message) {
    return retrying.askForFirstReply(ref(owner), message);
  }

  /** Asks again soon if the token may have moved: a second arrival does not count. */
  @Override
  public CompletionStage<Void> sendArrival(TokenId token, Arrival arrival) {
    return retrying
        .<TokenCommand, Ack>ask(
            ref(token.owner()), replyTo -> new TokenCommand.Arrive(arrival, replyTo))
        .thenApply(stored -> null);
  }

  @Override
  public void end(Lease lease, Outcome outcome, boolean byWorker, ActorRef<AttemptEnded> replyTo) {
    ref(lease.owner())
        .tell(new TokenCommand.EndAttempt(lease.attemptUid(), outcome, replyTo, byWorker));
  }
}
