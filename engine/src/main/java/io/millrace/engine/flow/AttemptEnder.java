package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import io.millrace.engine.flow.OverdueAttempts.OverdueAttempt;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Tells the owners of overdue attempts that these have ended; the owner's answer frees a channel.
 */
final class AttemptEnder {
  private final ActorContext<FlowCommand> actor;
  private final PoolContext context;
  private final AttemptMover mover;
  private final ActorRef<OwnerGateway.AttemptEnded> ended;

  AttemptEnder(ActorContext<FlowCommand> actor, PoolContext context, AttemptMover mover) {
    this.actor = actor;
    this.mover = mover;
    this.context = context;
    this.ended =
        actor.messageAdapter(
            OwnerGateway.AttemptEnded.class,
            answer -> new FlowCommand.Release(answer.attemptUid(), false));
  }

  /** Ends the attempts that no other node can continue. */
  void end(List<OverdueAttempt> due) {
    recordLostWorkers(due);
    for (OverdueAttempt ending : mover.move(due)) {
      Lease lease = ending.lease();
      String why = ending.outcome().message();
      actor.getLog().warn("Ending attempt {} of {}: {}", lease.attemptUid(), lease.owner(), why);
      context.owners().end(lease, ending.outcome(), false, ended);
    }
  }

  private void recordLostWorkers(List<OverdueAttempt> due) {
    Map<String, Set<UUID>> byWorker = new HashMap<>();
    for (OverdueAttempt ending : due) {
      if (ending.isOfLostWorker()) {
        byWorker
            .computeIfAbsent(ending.lease().worker(), worker -> new HashSet<>())
            .add(ending.lease().attemptUid());
      }
    }
    Instant now = context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    byWorker.forEach(
        (worker, attempts) ->
            context.nodes().lost(new LostWorker(worker, context.pool(), now, attempts)));
  }
}
