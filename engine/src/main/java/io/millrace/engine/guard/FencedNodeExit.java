package io.millrace.engine.guard;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;

/** The end of a fenced node. The other nodes no longer answer it. */
public final class FencedNodeExit {
  private FencedNodeExit() {}

  /** Lets this node leave at once. Akka would first wait until the others have heard of it. */
  static void begin(ActorSystem<?> system) {
    Cluster cluster = Cluster.get(system);
    if (!cluster.isTerminated()) {
      cluster.manager().tell(new Down(cluster.selfMember().address()));
    }
    CoordinatedShutdown.get(system).run(CoordinatedShutdown.clusterDowningReason());
  }

  /** Whether this node ends, or has ended, because the cluster continues without it. */
  public static boolean hasBegun(ActorSystem<?> system) {
    return CoordinatedShutdown.get(system)
        .getShutdownReason()
        .filter(CoordinatedShutdown.clusterDowningReason()::equals)
        .isPresent();
  }
}
