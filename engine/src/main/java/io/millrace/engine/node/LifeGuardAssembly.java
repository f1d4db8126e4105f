package io.millrace.engine.node;

import akka.actor.typed.javadsl.ActorContext;
import com.typesafe.config.Config;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.guard.LifeGuard;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Starts what watches over the nodes, if there can be several. */
final class LifeGuardAssembly {
  private LifeGuardAssembly() {}

  /**
   * Returns nothing for a node on its own: nobody could take it for dead.
   *
   * @param config that of {@code millrace}
   * @param abandonWork stops all work of this node at once
   */
  static Optional<LifeGuard> start(
      ActorContext<?> context, Config config, LongSupplier nanos, Runnable abandonWork) {
    if (config.getString("cluster.join").equals("itself")) {
      return Optional.empty();
    }
    return Optional.of(
        LifeGuard.start(context, DatabaseUrl.of(config.getConfig("db")), nanos, abandonWork));
  }
}
