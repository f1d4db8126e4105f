package io.millrace.engine.refresh;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import io.millrace.engine.Woken;
import io.millrace.engine.directory.Facts;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.task.Outcome;

/** The way to any user-site, wherever in the cluster it lives. */
public final class UserSites implements Owners {
  private final ClusterSharding sharding;

  public UserSites(ActorSystem<?> system) {
    this.sharding = ClusterSharding.get(system);
  }

  /** Makes this node one that hosts user-sites. */
  public void host(UserSiteContext context) {
    sharding.init(
        Entity.of(
                UserSiteEntity.KEY, entity -> UserSiteEntity.create(entity.getEntityId(), context))
            .withStopMessage(UserSiteEntity.Stop.INSTANCE));
  }

  public EntityRef<UserSiteEntity.Command> ref(String owner) {
    return sharding.entityRefFor(UserSiteEntity.KEY, owner);
  }

  /** Its due time may have come. */
  public void wake(String owner, Facts facts, ActorRef<Woken> replyTo) {
    ref(owner).tell(new UserSiteEntity.Wake(facts, replyTo));
  }

  @Override
  public void started(Lease lease) {
    ref(lease.owner())
        .tell(new UserSiteEntity.Started(lease.attemptUid(), lease.grantedAt(), lease.deadline()));
  }

  @Override
  public void end(Lease lease, Outcome outcome, ActorRef<Ended> replyTo) {
    ref(lease.owner()).tell(new UserSiteEntity.Finish(lease.attemptUid(), outcome, replyTo));
  }
}
