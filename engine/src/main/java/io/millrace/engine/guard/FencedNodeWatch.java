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
 * Shuts down a node that was fenced while it was paused. Such a node believes that the others are
 * gone, and may not get their messages. So it checks the table itself.
 */
public record FencedNodeWatch(ActorSystem<?> system, FencedNodes putOut) {
  private static final Logger LOG = LoggerFactory.getLogger(FencedNodeWatch.class);
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);

  public static void start(
      ActorSystem<?> system, DataSource dataSource, PeriodicCalls periodicCalls) {
    FencedNodeWatch watch = new FencedNodeWatch(system, new FencedNodes(dataSource));
    periodicCalls.repeat(CHECK_INTERVAL, watch::endIfFenced);
  }

  /** Returns whether this node is fenced, and shuts it down in that case. This blocks. */
  boolean endIfFenced() throws SQLException {
    Cluster cluster = Cluster.get(system);
    Member self = cluster.selfMember();
    boolean out = putOut.isFenced(FencedNodes.nodeName(self));
    if (out && !cluster.isTerminated()) {
      LOG.error("The cluster has fenced this node and continues without it. It shuts down");
      cluster.manager().tell(new Down(self.address()));
    }
    return out;
  }
}
