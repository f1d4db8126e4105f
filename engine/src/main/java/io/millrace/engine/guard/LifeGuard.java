package io.millrace.engine.guard;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.cluster.typed.Cluster;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.guard.LifeWatch.LifeWatchContext;
import io.millrace.engine.store.FencedNodes;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** Shows the other nodes that this one lives, and watches over them. */
public final class LifeGuard implements AutoCloseable {
  private final LifeSessionKeeper keeper;

  private LifeGuard(LifeSessionKeeper keeper) {
    this.keeper = keeper;
  }

  /**
   * Starts both.
   *
   * @param nanos a clock that never steps
   * @param abandon stops the work of this node when it is fenced
   */
  public static LifeGuard start(
      ActorContext<?> context, DatabaseUrl url, LongSupplier nanos, Runnable abandon) {
    ActorSystem<?> system = context.getSystem();
    String name = FencedNodes.nodeName(Cluster.get(system).selfMember());
    FencedNodes fenced = DirectFencing.nodes(url);
    ClusterPeers peers = new ClusterPeers(system);
    ActorRef<LifeWatch.Command> watch =
        context.spawn(
            LifeWatch.create(
                new LifeWatchContext(
                    name,
                    peers,
                    other ->
                        DirectFencing.sql().run(() -> fenced.fenceOthers(name, List.of(other))),
                    () -> {
                      abandon.run();
                      FencedNodeExit.begin(system);
                    },
                    () -> Duration.ofNanos(nanos.getAsLong()))),
            LifeWatch.NAME,
            DispatcherSelector.fromConfig("akka.actor.internal-dispatcher"));
    return new LifeGuard(
        LifeSessionKeeper.start(
            url,
            name,
            peers,
            look -> watch.tell(new LifeWatch.Looked(look)),
            () -> watch.tell(LifeWatch.LookFailed.INSTANCE)));
  }

  /** Call it after this node has left the cluster. */
  @Override
  public void close() {
    keeper.close();
  }
}
