package io.millrace.bench;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.sharding.ShardRegion.CurrentShardRegionState;
import akka.cluster.sharding.typed.ClusterShardingQuery;
import akka.cluster.sharding.typed.GetShardRegionState;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import io.millrace.engine.refresh.UserSiteEntity;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * How many user-sites, or others, are awake. A node does not show its actor system to anybody, so
 * that this is an extension of it, named in the settings: {@code akka.actor.typed.extensions}.
 */
public final class Awake extends ExtensionId<Awake.Asked> {
  private static final Awake ID = new Awake();

  /** Of the node that was started last. */
  private static volatile Asked newest;

  private Awake() {}

  /** Akka looks for this by its name. */
  public static Awake getInstance() {
    return ID;
  }

  @Override
  public Asked createExtension(ActorSystem<?> system) {
    newest = new Asked(system);
    return newest;
  }

  /** Whom to ask. */
  public record Asked(ActorSystem<?> system) implements Extension {}

  /** A shard that does not answer in time counts as one: somebody is busy there. */
  static CompletionStage<Integer> now() {
    return now(UserSiteEntity.KEY);
  }

  static CompletionStage<Integer> now(EntityTypeKey<?> of) {
    ActorSystem<?> system = newest.system();
    return AskPattern.<ClusterShardingQuery, CurrentShardRegionState>ask(
            ClusterSharding.get(system).shardState(),
            replyTo -> new GetShardRegionState(of, replyTo),
            Duration.ofSeconds(10),
            system.scheduler())
        .thenApply(Awake::count);
  }

  private static int count(CurrentShardRegionState state) {
    return state.getFailed().size()
        + state.getShards().stream().mapToInt(shard -> shard.getEntityIds().size()).sum();
  }
}
