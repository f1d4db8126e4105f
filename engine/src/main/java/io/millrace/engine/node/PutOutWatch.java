package io.millrace.engine.node;

import akka.actor.typed.ActorSystem;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import io.millrace.engine.store.PutOut;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a node that was put out while it slept. Such a node believes that it is the others who are
 * gone, and what they have to say need not reach it; so it looks for itself.
 */
record PutOutWatch(ActorSystem<?> system, PutOut putOut) {
  private static final Logger LOG = LoggerFactory.getLogger(PutOutWatch.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  static void start(Hosting node) {
    PutOutWatch watch = new PutOutWatch(node.system(), new PutOut(node.dataSource()));
    node.every(LOOK_EVERY, watch::look);
  }

  /** Whether this node was put out, where blocking is allowed. */
  boolean look() throws SQLException {
    Cluster cluster = Cluster.get(system);
    Member self = cluster.selfMember();
    boolean out = putOut.isOut(PutOut.name(self));
    if (out && !cluster.isTerminated()) {
      LOG.error("The other nodes went on without this one: it ends");
      cluster.manager().tell(new Down(self.address()));
    }
    return out;
  }
}
