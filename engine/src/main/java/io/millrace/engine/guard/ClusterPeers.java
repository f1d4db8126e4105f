package io.millrace.engine.guard;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.remote.RemoteActorRefProvider;
import io.millrace.engine.store.FencedNodes;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import scala.Some;

/** The other nodes, as Akka's cluster knows them. */
final class ClusterPeers implements Peers {
  private static final Set<MemberStatus> THERE =
      Set.of(
          MemberStatus.joining(),
          MemberStatus.weaklyUp(),
          MemberStatus.up(),
          MemberStatus.leaving());

  private final Cluster cluster;
  private final ActorRefResolver refs;
  private final ExtendedActorSystem classic;

  ClusterPeers(ActorSystem<?> system) {
    this.cluster = Cluster.get(system);
    this.refs = ActorRefResolver.get(system);
    this.classic = (ExtendedActorSystem) Adapter.toClassic(system);
  }

  private Stream<Member> others() {
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .filter(member -> THERE.contains(member.status()))
        .filter(member -> !member.uniqueAddress().equals(cluster.selfMember().uniqueAddress()));
  }

  private Optional<Member> find(String node) {
    return others().filter(member -> FencedNodes.nodeName(member).equals(node)).findFirst();
  }

  @Override
  public boolean isUp() {
    return cluster.selfMember().status().equals(MemberStatus.up());
  }

  @Override
  public Set<String> names() {
    return others().map(FencedNodes::nodeName).collect(Collectors.toSet());
  }

  @Override
  public void ask(String node, ActorRef<LifeWatch.HereIAm> replyTo) {
    find(node)
        .map(member -> member.address() + "/user/" + LifeWatch.NAME)
        .map(refs::<LifeWatch.AreYouThere>resolveActorRef)
        .ifPresent(peer -> peer.tell(new LifeWatch.AreYouThere(replyTo)));
  }

  /**
   * Akka removes a node that is down only when it is also unreachable, which its own heartbeats
   * show seconds later. A quarantine shows it at once. If the node lives after all, it is told of
   * it.
   */
  @Override
  public void remove(String node) {
    find(node)
        .ifPresent(
            member -> {
              cluster.manager().tell(new Down(member.address()));
              ((RemoteActorRefProvider) classic.provider())
                  .quarantine(
                      member.address(),
                      Some.apply(member.uniqueAddress().longUid()),
                      "the node is fenced");
            });
  }
}
