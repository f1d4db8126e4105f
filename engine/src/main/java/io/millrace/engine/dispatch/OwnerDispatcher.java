package io.millrace.engine.dispatch;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Owner;

/** Sends commands to the owner of a task. The name of the owner tells its kind. */
public record OwnerDispatcher(OwnerGateway userSites, OwnerGateway tokens, OwnerGateway external)
    implements OwnerGateway {

  /** For tasks that workers run. Callers of external channels do their work themselves. */
  public static OwnerDispatcher ofWorkers(OwnerGateway userSites, OwnerGateway tokens) {
    return new OwnerDispatcher(userSites, tokens, userSites);
  }

  /** Adds the callers of external channels. */
  public OwnerDispatcher withExternal(OwnerGateway callers) {
    return new OwnerDispatcher(userSites, tokens, callers);
  }

  @Override
  public void end(Lease lease, Outcome outcome, boolean byWorker, ActorRef<AttemptEnded> replyTo) {
    ownersOf(lease).end(lease, outcome, byWorker, replyTo);
  }

  private OwnerGateway ownersOf(Lease lease) {
    return Owner.parse(lease.owner())
        .match(userSite -> userSites, token -> tokens, request -> external);
  }
}
