package io.millrace.engine.watch;

import akka.actor.Address;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.sharding.ShardRegion.ClusterShardingStats;
import akka.cluster.sharding.typed.GetClusterShardingStats;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.cluster.typed.Cluster;
import io.millrace.engine.flow.FlowControl;
import io.millrace.engine.refresh.UserSiteEntity;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.FencedNodes;
import io.millrace.engine.token.TokenEntity;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.StreamSupport;
import javax.sql.DataSource;
import scala.jdk.javaapi.CollectionConverters;

/** The nodes of the cluster, with the shards and entities on each. */
public final class ClusterService {
  private static final Duration WITHIN = Duration.ofSeconds(2);

  /**
   * A node.
   *
   * @param hasSingletons whether the cluster singletons run on it
   * @param shards the number of its shards, by kind of entity
   * @param awake the number of its active entities, by kind
   */
  public record ClusterMember(
      String address,
      String status,
      boolean reachable,
      String version,
      List<String> roles,
      boolean self,
      boolean leader,
      boolean hasSingletons,
      Map<String, Integer> shards,
      Map<String, Integer> awake) {

    public static ClusterMemberBuilder builder() {
      return new ClusterMemberBuilder();
    }
  }

  /**
   * A node that was lost: the others continued without it.
   *
   * @param worker the name of its worker
   */
  public record LostNode(String address, String worker, Instant at) {
    static LostNode of(FencedNodes.FencedNode fenced) {
      String address = fenced.node().replaceFirst("#.*$", "").replaceFirst("^[^/]*//", "");
      String worker =
          address.replaceFirst("^.*@", "")
              + "-"
              + HexFormat.of().toHexDigits(FencedNodes.uid(fenced.node()));
      return new LostNode(address, worker, fenced.at());
    }
  }

  private final ActorSystem<?> system;
  private final FencedNodes fenced;
  private final AsyncSql sql;

  public ClusterService(ActorSystem<?> system, DataSource dataSource, AsyncSql sql) {
    this.system = system;
    this.fenced = new FencedNodes(dataSource);
    this.sql = sql;
  }

  /** The nodes that were lost within the day before, the latest first. */
  public CompletionStage<List<LostNode>> lostNodes(Instant now) {
    return sql.run(
        () -> fenced.since(now.minus(Duration.ofDays(1))).stream().map(LostNode::of).toList());
  }

  /** The members, oldest first. The oldest member that is up has the singletons. */
  public CompletionStage<List<ClusterMember>> members() {
    Map<String, EntityTypeKey<?>> kinds = new LinkedHashMap<>();
    kinds.put("user-sites", UserSiteEntity.KEY);
    kinds.put("tokens", TokenEntity.KEY);
    kinds.put("pools", FlowControl.KEY);
    CompletionStage<Map<String, ClusterShardingStats>> all =
        CompletableFuture.completedFuture(new TreeMap<>());
    for (Map.Entry<String, EntityTypeKey<?>> kind : kinds.entrySet()) {
      all =
          all.thenCombine(
              stats(kind.getValue()),
              (found, stats) -> {
                found.put(kind.getKey(), stats);
                return found;
              });
    }
    return all.thenApply(this::members);
  }

  /** Regions that do not answer in time are left out. */
  private CompletionStage<ClusterShardingStats> stats(EntityTypeKey<?> key) {
    return AskPattern.<akka.cluster.sharding.typed.ClusterShardingQuery, ClusterShardingStats>ask(
            ClusterSharding.get(system).shardState(),
            replyTo -> new GetClusterShardingStats(key, WITHIN, replyTo),
            WITHIN.plusSeconds(1),
            system.scheduler())
        .exceptionally(fault -> new ClusterShardingStats(emptyRegions()));
  }

  private static scala.collection.immutable.Map<
          Address, akka.cluster.sharding.ShardRegion.ShardRegionStats>
      emptyRegions() {
    return scala.collection.immutable.Map$.MODULE$.empty();
  }

  private List<ClusterMember> members(Map<String, ClusterShardingStats> stats) {
    Cluster cluster = Cluster.get(system);
    List<Member> members =
        StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
            .sorted((a, b) -> a.isOlderThan(b) ? -1 : b.isOlderThan(a) ? 1 : 0)
            .toList();
    Address oldest =
        members.stream()
            .filter(member -> member.status().equals(MemberStatus.up()))
            .map(Member::address)
            .findFirst()
            .orElse(null);
    return members.stream()
        .map(member -> of(member, cluster, member.address().equals(oldest), stats))
        .toList();
  }

  private static ClusterMember of(
      Member member, Cluster cluster, boolean oldest, Map<String, ClusterShardingStats> stats) {
    boolean self = member.uniqueAddress().equals(cluster.selfMember().uniqueAddress());
    Map<String, Integer> shards = new TreeMap<>();
    Map<String, Integer> awake = new TreeMap<>();
    stats.forEach(
        (kind, found) -> {
          var region = found.getRegions().get(member.address());
          Map<String, Object> counts =
              region == null ? Map.of() : CollectionConverters.asJava(region.stats());
          shards.put(kind, counts.size());
          awake.put(kind, counts.values().stream().mapToInt(n -> (Integer) n).sum());
        });
    return ClusterMember.builder()
        .address(member.address().hostPort())
        .status(member.status().toString())
        .reachable(!cluster.state().getUnreachable().contains(member))
        .version(member.appVersion().version())
        .roles(member.getRoles().stream().sorted(Comparator.naturalOrder()).toList())
        .self(self)
        .leader(member.address().equals(cluster.state().getLeader()))
        .hasSingletons(oldest)
        .shards(shards)
        .awake(awake)
        .build();
  }
}
