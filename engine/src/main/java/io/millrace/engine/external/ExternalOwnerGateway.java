package io.millrace.engine.external;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.Outcome;
import java.time.Clock;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Represents the external callers of one pool as owners of their tasks. Their only rule is the
 * lease. The stored deadline counts, because the pool may have missed a heartbeat.
 */
public record ExternalOwnerGateway(
    String pool, PoolService pools, ExternalRequestStore store, AsyncSql sql, Clock clock)
    implements OwnerGateway {
  private static final Logger LOG = LoggerFactory.getLogger(ExternalOwnerGateway.class);

  @Override
  public void end(Lease lease, Outcome outcome, boolean byWorker, ActorRef<AttemptEnded> replyTo) {
    UUID uid = lease.attemptUid();
    sql.run(() -> store.endIfExpired(uid, clock.instant()))
        .whenComplete(
            (expired, fault) -> {
              if (fault != null) {
                LOG.warn("Could not end the lease of request {}", uid, fault);
              } else if (expired.deadline() != null) {
                pools.tell(pool, new FlowCommand.Extend(uid, expired.deadline()));
              } else {
                replyTo.tell(new AttemptEnded(uid, expired.ended()));
              }
            });
  }
}
