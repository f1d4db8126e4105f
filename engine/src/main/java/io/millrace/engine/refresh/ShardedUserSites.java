package io.millrace.engine.refresh;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.message.Ack;
import io.millrace.engine.task.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Sends messages to any user-site, on whichever node it is hosted. */
public final class ShardedUserSites implements OwnerGateway {
  private final ClusterSharding sharding;

  public ShardedUserSites(ActorSystem<?> system) {
    this.sharding = ClusterSharding.get(system);
  }

  /** Starts to host user-sites on this node. */
  public void host(UserSiteContext context) {
    sharding.init(
        Entity.of(
                UserSiteEntity.KEY, entity -> UserSiteEntity.create(entity.getEntityId(), context))
            .withStopMessage(UserSiteCommand.Stop.INSTANCE));
  }

  public EntityRef<UserSiteCommand> ref(String owner) {
    return sharding.entityRefFor(UserSiteEntity.KEY, owner);
  }

  /** Wakes a user-site because its due time may have come. */
  public void wake(
      String owner, @Nullable UserSiteFacts facts, Instant dueAt, ActorRef<Ack> replyTo) {
    ref(owner).tell(new UserSiteCommand.Wake(facts, replyTo, dueAt));
  }

  @Override
  public void end(Lease lease, Outcome outcome, boolean byWorker, ActorRef<AttemptEnded> replyTo) {
    ref(lease.owner())
        .tell(new UserSiteCommand.EndAttempt(lease.attemptUid(), outcome, replyTo, byWorker));
  }
}
