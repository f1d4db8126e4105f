package io.millrace.engine.flow;

import io.millrace.engine.flow.OverdueAttempts.OverdueAttempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands lost attempts to another node, if their work continues without a node. The attempt stays
 * the same, so a report of its first node still counts. While no node takes anything, they wait.
 */
final class AttemptMover {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptMover.class);

  private final PoolContext context;
  private final ChannelState channels;
  private final Workers workers;
  private final OverdueAttempts overdueAttempts;

  AttemptMover(
      PoolContext context,
      ChannelState channels,
      Workers workers,
      OverdueAttempts overdueAttempts) {
    this.context = context;
    this.channels = channels;
    this.workers = workers;
    this.overdueAttempts = overdueAttempts;
  }

  /** Returns the attempts that have to end. */
  List<OverdueAttempt> move(List<OverdueAttempt> due) {
    Instant now = context.clock().instant();
    List<OverdueAttempt> ending = new ArrayList<>();
    for (OverdueAttempt attempt : due) {
      if (attempt.isLost() && context.outlivesNode().test(attempt.lease().owner())) {
        workers
            .successor(attempt.lease().attemptUid(), channels.pool(), now)
            .ifPresent(worker -> move(attempt.lease(), worker, now));
      } else {
        ending.add(attempt);
      }
    }
    return ending;
  }

  private void move(Lease lease, String worker, Instant now) {
    LOG.info(
        "Attempt {} of {} continues at {}: {} is gone",
        lease.attemptUid(),
        lease.owner(),
        worker,
        lease.worker());
    overdueAttempts.markGranted(lease.attemptUid(), now);
    channels
        .move(lease.attemptUid(), worker)
        .map(moved -> new WorkerCommand.ResumeAttempt(context.pool(), moved))
        .ifPresent(resume -> workers.tell(worker, resume));
  }
}
