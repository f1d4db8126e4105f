package io.millrace.engine.node;

import akka.actor.typed.ActorSystem;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.PutOut;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a node that was put out while it slept. Such a node believes that it is the others who are
 * gone, and what they have to say need not reach it; so it looks for itself.
 */
record PutOutWatch(ActorSystem<?> system, PutOut putOut, AsyncSql sql) {
  private static final Logger LOG = LoggerFactory.getLogger(PutOutWatch.class);

  void start(Duration every) {
    system.scheduler().scheduleWithFixedDelay(every, every, this::look, system.executionContext());
  }

  private void look() {
    Cluster cluster = Cluster.get(system);
    Member self = cluster.selfMember();
    sql.run(() -> putOut.isOut(PutOut.name(self)))
        .thenAccept(
            out -> {
              if (out && !cluster.isTerminated()) {
                LOG.error("The other nodes went on without this one: it ends");
                cluster.manager().tell(new Down(self.address()));
              }
            });
  }
}
