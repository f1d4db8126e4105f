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
import org.jspecify.annotations.Nullable;

/**
 * How many user-sites, or others, are awake. A node does not show its actor system to anybody, so
 * that this is an extension of it, named in the settings: {@code akka.actor.typed.extensions}.
 */
public final class AwakeEntities extends ExtensionId<AwakeEntities.NodeHandle> {
  private static final AwakeEntities ID = new AwakeEntities();

  /** Of the node that was started last. */
  private static volatile @Nullable NodeHandle newest;

  private AwakeEntities() {}

  /** Akka looks for this by its name. */
  public static AwakeEntities getInstance() {
    return ID;
  }

  @Override
  public NodeHandle createExtension(ActorSystem<?> system) {
    NodeHandle made = new NodeHandle(system);
    newest = made;
    return made;
  }

  /** Whom to ask. */
  public record NodeHandle(ActorSystem<?> system) implements Extension {}

  /** A shard that does not answer in time counts as one: somebody is busy there. */
  static CompletionStage<Integer> countAwake() {
    return countAwake(UserSiteEntity.KEY);
  }

  static CompletionStage<Integer> countAwake(EntityTypeKey<?> of) {
    NodeHandle node = newest;
    if (node == null) {
      throw new IllegalStateException("No node was started");
    }
    ActorSystem<?> system = node.system();
    return AskPattern.<ClusterShardingQuery, CurrentShardRegionState>ask(
            ClusterSharding.get(system).shardState(),
            replyTo -> new GetShardRegionState(of, replyTo),
            Duration.ofSeconds(10),
            system.scheduler())
        .thenApply(AwakeEntities::count);
  }

  private static int count(CurrentShardRegionState state) {
    return state.getFailed().size()
        + state.getShards().stream().mapToInt(shard -> shard.getEntityIds().size()).sum();
  }
}
