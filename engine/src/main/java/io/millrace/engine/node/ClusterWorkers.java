package io.millrace.engine.node;

import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import io.millrace.engine.flow.NodeWorkers;
import io.millrace.engine.worker.NodeWorkerCommand;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The workers of the nodes, found by the members of the cluster. Each start of a node has a worker
 * of another name.
 */
record ClusterWorkers(ActorSystem<?> system) implements NodeWorkers {
  static final String ACTOR = "workers";

  /** Earlier releases name their workers in another way: nothing is known of those. */
  private static final Pattern NAME = Pattern.compile(".+:\\d+-[0-9a-f]{16}");

  static String name(UniqueAddress node) {
    return node.address().hostPort().replaceFirst("^.*@", "")
        + "-"
        + HexFormat.of().toHexDigits(node.longUid());
  }

  /** The name of this node's worker. */
  String ownName() {
    return name(Cluster.get(system).selfMember().uniqueAddress());
  }

  @Override
  public boolean isGone(String worker) {
    return NAME.matcher(worker).matches()
        && members().map(Member::uniqueAddress).map(ClusterWorkers::name).noneMatch(worker::equals);
  }

  @Override
  public void poolStarted(String pool) {
    ActorRefResolver refs = ActorRefResolver.get(system);
    members()
        .filter(member -> member.status().equals(MemberStatus.up()))
        .map(member -> member.address() + "/user/" + ACTOR)
        .forEach(
            path ->
                refs.<NodeWorkerCommand>resolveActorRef(path)
                    .tell(new NodeWorkerCommand.PoolStarted(pool)));
  }

  private Stream<Member> members() {
    return StreamSupport.stream(Cluster.get(system).state().getMembers().spliterator(), false)
        .filter(member -> !member.status().equals(MemberStatus.down()));
  }
}
