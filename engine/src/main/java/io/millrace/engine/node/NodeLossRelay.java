package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import java.time.Duration;
import java.util.List;

/**
 * Tells an actor that a node was removed from the cluster. Messages on their way to that node are
 * lost, so the actor sends them again at once instead of waiting for an answer.
 */
final class NodeLossRelay {
  /** The shards of this node may learn of it a moment later. Until then messages are lost. */
  private static final List<Duration> DELAYS =
      List.of(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(2));

  private NodeLossRelay() {}

  /**
   * @param lost the message about it; it must do no harm if there was nothing on its way
   */
  static <T> Behavior<T> around(Behavior<T> behavior, T lost) {
    return Behaviors.setup(
        context -> {
          ActorRef<MemberRemoved> relay = context.spawnAnonymous(relay(context.getSelf(), lost));
          Cluster.get(context.getSystem())
              .subscriptions()
              .tell(Subscribe.create(relay, MemberRemoved.class));
          return behavior;
        });
  }

  private static <T> Behavior<MemberRemoved> relay(ActorRef<T> actor, T lost) {
    return Behaviors.receive(
        (context, removed) -> {
          DELAYS.forEach(delay -> context.scheduleOnce(delay, actor, lost));
          return Behaviors.same();
        });
  }
}
