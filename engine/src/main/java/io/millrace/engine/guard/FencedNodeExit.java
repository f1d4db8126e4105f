package io.millrace.engine.guard;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import java.util.concurrent.CompletableFuture;

/** The end of a fenced node. The other nodes no longer answer it. */
public final class FencedNodeExit implements Extension {
  private static final FencedNodeExitId ID = new FencedNodeExitId();

  private final CompletableFuture<Done> begun = new CompletableFuture<>();

  /**
   * Lets this node leave at once, even if it drains already. Akka would first wait until the others
   * have heard of it.
   */
  static void begin(ActorSystem<?> system) {
    ID.apply(system).begun.complete(Done.getInstance());
    Cluster cluster = Cluster.get(system);
    if (!cluster.isTerminated()) {
      cluster.manager().tell(new Down(cluster.selfMember().address()));
    }
    CoordinatedShutdown.get(system).run(CoordinatedShutdown.clusterDowningReason());
  }

  /** Whether this node ends, or has ended, because the cluster continues without it. */
  public static boolean hasBegun(ActorSystem<?> system) {
    return ID.apply(system).begun.isDone()
        || CoordinatedShutdown.get(system)
            .getShutdownReason()
            .filter(CoordinatedShutdown.clusterDowningReason()::equals)
            .isPresent();
  }

  /**
   * Calls it when this node itself finds out that it is fenced. A shutdown that is in progress does
   * not begin again, and keeps the reason that it has.
   */
  public static void onBegin(ActorSystem<?> system, Runnable action) {
    ID.apply(system).begun.thenRun(action);
  }

  private static final class FencedNodeExitId extends ExtensionId<FencedNodeExit> {
    @Override
    public FencedNodeExit createExtension(ActorSystem<?> system) {
      return new FencedNodeExit();
    }
  }
}
