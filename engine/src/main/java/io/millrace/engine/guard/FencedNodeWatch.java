package io.millrace.engine.guard;

import akka.actor.typed.ActorSystem;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import io.millrace.engine.sql.PeriodicCalls;
import io.millrace.engine.store.FencedNodes;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a node that was put out while it slept. Such a node believes that it is the others who are
 * gone, and what they have to say need not reach it; so it looks for itself.
 */
public record FencedNodeWatch(ActorSystem<?> system, FencedNodes putOut) {
  private static final Logger LOG = LoggerFactory.getLogger(FencedNodeWatch.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  public static void start(
      ActorSystem<?> system, DataSource dataSource, PeriodicCalls periodicCalls) {
    FencedNodeWatch watch = new FencedNodeWatch(system, new FencedNodes(dataSource));
    periodicCalls.repeat(LOOK_EVERY, watch::endIfFenced);
  }

  /** Whether this node was put out, where blocking is allowed. */
  boolean endIfFenced() throws SQLException {
    Cluster cluster = Cluster.get(system);
    Member self = cluster.selfMember();
    boolean out = putOut.isFenced(FencedNodes.nodeName(self));
    if (out && !cluster.isTerminated()) {
      LOG.error("The other nodes went on without this one: it ends");
      cluster.manager().tell(new Down(self.address()));
    }
    return out;
  }
}
