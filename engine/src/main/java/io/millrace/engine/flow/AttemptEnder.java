package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import io.millrace.engine.flow.OverdueAttempts.OverdueAttempt;
import java.util.List;

/**
 * Tells the owners of overdue attempts that these have ended; the owner's answer frees a channel.
 */
final class AttemptEnder {
  private final ActorContext<FlowCommand> actor;
  private final OwnerGateway owners;
  private final AttemptMover mover;
  private final ActorRef<OwnerGateway.AttemptEnded> ended;

  AttemptEnder(ActorContext<FlowCommand> actor, OwnerGateway owners, AttemptMover mover) {
    this.actor = actor;
    this.mover = mover;
    this.owners = owners;
    this.ended =
        actor.messageAdapter(
            OwnerGateway.AttemptEnded.class,
            answer -> new FlowCommand.Release(answer.attemptUid(), false));
  }

  /** Ends the attempts that no other node can continue. */
  void end(List<OverdueAttempt> due) {
    for (OverdueAttempt ending : mover.move(due)) {
      Lease lease = ending.lease();
      String why = ending.outcome().message();
      actor.getLog().warn("Ending attempt {} of {}: {}", lease.attemptUid(), lease.owner(), why);
      owners.end(lease, ending.outcome(), false, ended);
    }
  }
}
